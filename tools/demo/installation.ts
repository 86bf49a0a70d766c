// The running installation of demo and seed: its address and operators' key, and organizations with a test clock.
//   BASE_URL        the service; by default the one of this machine at PORT, or 3000
//   ADMIN_API_KEY   its operators' key; by default the one in the standalone service's data directory
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Api, type Body, type TestClock } from '@tollgate/harness/api';
import { sleep } from '@tollgate/harness/process';

/** An error that the caller can fix. */
export class Hint extends Error {}

export const baseUrl = (process.env.BASE_URL || `http://127.0.0.1:${process.env.PORT || 3000}`).replace(/\/$/, '');
export const dataDirectory = resolve(fileURLToPath(new URL('../..', import.meta.url)), process.env.DATA_DIR || '.data');
const clockPatienceMs = 300_000;

function adminKey(): string {
  if (process.env.ADMIN_API_KEY) return process.env.ADMIN_API_KEY;
  const file = join(dataDirectory, 'admin-api-key');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new Hint(
    'There is no ADMIN_API_KEY in the environment, and no standalone service has run here. Start one with: npm start',
  );
}

/** @throws Hint if no service answers there */
export async function findInstallation(): Promise<void> {
  try {
    await fetch(`${baseUrl}/health`, { signal: AbortSignal.timeout(5000) });
  } catch {
    throw new Hint(
      `Nothing answers at ${baseUrl}. Start the service in another terminal with npm start, or set PORT or BASE_URL.`,
    );
  }
}

/** Creates an organization; returns the calls of its API key. @throws Hint */
export async function newOrganization(organization: { name: string } & Body): Promise<Api> {
  await findInstallation();
  const admin = new Api(baseUrl, adminKey());
  const answer = await admin.send<{ api_key: { value: string } }>('POST', '/admin/organizations', { organization });
  if (answer.status === 401)
    throw new Hint(`The service at ${baseUrl} has another admin key: set ADMIN_API_KEY to it.`);
  if (answer.status >= 300) throw new Error(`No organization: ${answer.status} ${JSON.stringify(answer.body)}`);
  return new Api(baseUrl, answer.body.api_key.value);
}

/**
 * Advances the clock and waits until all due work is done. Repeats the request now and then, because its process may
 * have died.
 */
export async function advanceClock(api: Api, frozenTime: string): Promise<void> {
  const path = '/api/v1/test_clock';
  const deadline = Date.now() + clockPatienceMs;
  for (;;) {
    let { test_clock: clock } = await api.ok<{ test_clock: TestClock }>('PUT', path, {
      test_clock: { frozen_time: frozenTime },
    });
    for (let poll = 0; poll < 50 && clock.status !== 'ready'; poll++) {
      await sleep(100);
      ({ test_clock: clock } = await api.ok<{ test_clock: TestClock }>('GET', path));
    }
    if (clock.status === 'ready') return;
    if (Date.now() > deadline)
      throw new Error(`The clock does not arrive at ${frozenTime}; it is at ${clock.frozen_time}.`);
  }
}
