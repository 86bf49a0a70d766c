// node tools/pages/installation.ts
// The pages of a running installation in Chromium, such as those behind the gateway of a cluster. A new person comes in by
// an invitation, to an organization of its own. Closes with `N passed, N failed`.
//   BASE_URL, ADMIN_API_KEY   the installation and its operators' key
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseUrl, newOrganization } from '@tollgate/demo/installation';
import { playJourneys } from './journeys.ts';

const name = `Pages ${Date.now()}`;
const email = `pages-${Date.now()}@example.com`;
const api = await newOrganization({ name });
const { invite } = await api.ok<{ invite: { token: string } }>('POST', '/api/v1/invites', {
  invite: { email, roles: ['admin'] },
});
const directory = mkdtempSync(join(tmpdir(), 'tollgate-pages-'));
const { passed, failed } = await playJourneys(
  ['installation.journeys.ts'],
  { PUBLIC_URL: baseUrl, ENTRANCE: `${baseUrl}/invitation/${invite.token}`, PERSON: email },
  directory,
);
rmSync(directory, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
