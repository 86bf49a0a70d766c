// npm run pictures
// Pictures of the console for docs/concepts/console: pages of the organization that `npm run seed` creates from seed 1, on a
// standalone service of their own. Its clock stands still, so equal code gives equal figures.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { Api } from '@tollgate/harness/api';
import { repository, say } from '@tollgate/harness/process';
import { type Standalone, startStandalone } from '@tollgate/harness/standalone';
import { field, password } from './browser.ts';
import { installChromium } from './chromium.ts';

interface Picture {
  name: string;
  path: string;
  scheme?: 'dark';
  width?: number;
}

const directory = join(repository, 'docs', 'concepts', 'console');

/** Seeds the service. @returns the calls of its organization */
function seed(service: Standalone): Api {
  const env = { ...process.env, BASE_URL: service.baseUrl, ADMIN_API_KEY: service.adminApiKey, DATA_DIR: service.dir };
  const { status } = spawnSync(process.execPath, ['tools/seed/seed.mjs', '--seed', '1'], { cwd: repository, env });
  if (status !== 0) throw new Error('The seed failed');
  return new Api(service.baseUrl, readFileSync(join(service.dir, 'seed-1-api-key'), 'utf8').trim());
}

/** Comes in as a new admin of the organization. @returns the path of its pages */
async function comeIn(page: Page, api: Api): Promise<string> {
  const { invite } = await api.ok<{ invite: { token: string } }>('POST', '/api/v1/invites', {
    invite: { email: 'ada@example.com', roles: ['admin'] },
  });
  const { organization } = await api.ok<{ organization: { slug: string } }>('GET', '/api/v1/organizations');
  await page.goto(`/invitation/${invite.token}`);
  await field(page, 'Password').fill(password);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('link', { name: 'Customers' }).waitFor();
  return `/console/${organization.slug}`;
}

async function picturesOf(api: Api): Promise<Picture[]> {
  const { invoices } = await api.ok<{ invoices: { svc_id: string }[] }>(
    'GET',
    '/api/v1/invoices?external_customer_id=everest&status=finalized&per_page=1',
  );
  const invoice = `/invoices/${invoices[0]?.svc_id ?? ''}`;
  return [
    { name: 'overview', path: '' },
    { name: 'close', path: '/close' },
    { name: 'customers', path: '/customers' },
    { name: 'customer', path: '/customers/everest' },
    { name: 'subscriptions', path: '/subscriptions' },
    { name: 'invoices', path: '/invoices' },
    { name: 'invoice', path: invoice },
    { name: 'invoice-dark', path: invoice, scheme: 'dark' },
    { name: 'invoice-narrow', path: invoice, width: 390 },
    { name: 'plan', path: '/catalog/plans/team' },
    { name: 'analytics', path: '/analytics' },
    { name: 'events', path: '/developers/events' },
    { name: 'sandbox', path: '/developers/sandbox' },
  ];
}

async function take(page: Page, home: string, { name, path, scheme, width }: Picture): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme ?? 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: width ?? 1280, height: 900 });
  await page.goto(home + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.shape').first().waitFor({ state: 'detached' });
  await page.screenshot({ path: join(directory, `${name}.png`) });
  say(`docs/concepts/console/${name}.png`);
}

mkdirSync(directory, { recursive: true });
const executablePath = process.env.CHROMIUM || (await installChromium());
const service = await startStandalone();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const api = seed(service);
  const page = await browser.newPage({ baseURL: service.baseUrl, locale: 'en-GB' });
  const home = await comeIn(page, api);
  for (const picture of await picturesOf(api)) await take(page, home, picture);
} finally {
  await browser.close();
  await service.stop();
}
