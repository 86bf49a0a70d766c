import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { advanceClock } from '@tollgate/demo/installation';
import type { Api } from '@tollgate/harness/api';
import { bundled, startCompany, type Company } from './embedded/company.ts';
import { makeEmptySandbox } from './sandbox.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const mostBytes = 40 * 1024;
let api: Api;
let company: Company;
let page: Page;
let entity: string;
/** The slug of the organization. */
let organization: string;

interface Session {
  svc_id: string;
  url: string;
}

async function makeSession(): Promise<Session & { token: string }> {
  const { portal_session: session } = await api.ok<{ portal_session: Session }>(
    'POST',
    '/api/v1/customers/acme/portal_sessions',
    { portal_session: { expires_in: 900 } },
  );
  return { ...session, token: session.url.split('/').at(-1) ?? '' };
}

async function open(token: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${company.origin}/#base=${encodeURIComponent(String(process.env.BASE_URL))}&token=${token}`);
}

async function allow(origins: string[]): Promise<void> {
  await api.ok('PUT', `/api/v1/billing_entities/${entity}`, {
    billing_entity: { portal_settings: { origins, offered_plan_codes: ['business'] } },
  });
}

const makePlan = (code: string, name: string, amount_cents: number, charges: object[]) =>
  api.ok('POST', '/api/v1/plans', {
    plan: { name, code, interval: 'monthly', amount_cents, amount_currency: 'EUR', pay_in_advance: true, charges },
  });

test.beforeAll(async ({ browser }) => {
  company = await startCompany(String(process.env.BASE_URL), async () => (await makeSession()).token);
  ({ api, slug: organization } = await makeEmptySandbox('emil@example.com'));
  await advanceClock(api, '2026-03-01T00:00:00Z');
  const { billable_metric: metric } = await api.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/api/v1/billable_metrics',
    { billable_metric: { name: 'Tokens', code: 'tokens', aggregation_type: 'sum_agg', field_name: 'units' } },
  );
  const charges = [{ billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '0.01' } }];
  await makePlan('basic', 'Basic', 3100, charges);
  await makePlan('business', 'Business', 9300, charges);
  await api.ok('POST', '/api/v1/customers', { customer: { external_id: 'acme', name: 'Acme', currency: 'EUR' } });
  await api.ok('POST', '/api/v1/subscriptions', {
    subscription: { external_customer_id: 'acme', external_id: 's', plan_code: 'basic', billing_time: 'calendar' },
  });
  await api.ok('POST', '/api/v1/events', {
    event: {
      transaction_id: 'one',
      external_subscription_id: 's',
      code: 'tokens',
      timestamp: Date.parse('2026-03-05T10:00:00Z') / 1000,
      properties: { units: 1200 },
    },
  });
  await advanceClock(api, '2026-03-11T00:00:00Z');
  const { billing_entities: entities } = await api.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/api/v1/billing_entities',
  );
  entity = entities[0]?.code ?? '';
  page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await page.exposeFunction('newToken', async () => (await makeSession()).token);
});
test.afterAll(() => company.close());

test('the parts are small', async () => {
  const entry = fileURLToPath(import.meta.resolve('@tollgate/react'));
  const program = await bundled(entry, ['react', 'react/jsx-runtime']);
  expect(gzipSync(program).length).toBeLessThan(mostBytes);
});

test('a page of an origin that is not listed shows nothing of a customer', async () => {
  await open((await makeSession()).token);
  await expect(page.getByRole('alert').first()).toHaveText('This could not be loaded. Try again later.');
  await expect(page.getByText('Business')).toHaveCount(0);
});

test('a listed one shows usage, plans and invoices, and changes the plan as its preview says', async () => {
  await allow([company.origin]);
  await open((await makeSession()).token);
  await expect(page.getByRole('img', { name: 'Usage by day' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Invoices' }).locator('tbody tr')).toHaveCount(1);
  await expect(page.getByText('You have no prepaid credits.')).toBeVisible();
  await page.getByRole('button', { name: 'Change to Business' }).click();
  const preview = page.getByRole('status').filter({ hasText: 'Next invoice on' });
  await expect(preview).toContainText('It holds at once.');
  const amount = /€([\d.]+)/.exec((await preview.textContent()) ?? '')?.[1];
  await page.getByRole('button', { name: 'Confirm Business' }).click();
  await expect(page.getByRole('row', { name: /^Business/ })).toContainText('Your plan');
  const latest = async () =>
    (await api.ok<{ invoices: { total_amount_cents: number }[] }>('GET', '/api/v1/invoices')).invoices[0];
  await expect
    .poll(async () => (await latest())?.total_amount_cents, { timeout: 30_000 })
    .toBe(Math.round(Number(amount) * 100));
});

test('a token that has ended is renewed by the page', async () => {
  const { svc_id: id, token } = await makeSession();
  await api.ok('DELETE', `/api/v1/customers/acme/portal_sessions/${id}`);
  await open(token);
  await expect(page.getByRole('table', { name: 'Invoices' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

const frameOf = (title: string) => page.frameLocator(`iframe[title="${title}"]`);
const heightOf = async (title: string) => (await page.locator(`iframe[title="${title}"]`).boundingBox())?.height ?? 0;
const openFrames = () => page.goto(`${company.origin}/frames?organization=${organization}`);

test('the program for frames is small', async () => {
  const program = await (await page.request.get('/portal/embed.js')).text();
  expect(program.length).toBeLessThan(2 * 1024);
});

test('a page of an origin that is not listed gets no frame, and is not even requested a token', async () => {
  await allow(['https://app.acme.example']);
  const before = company.requests();
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await openFrames();
  await refused;
  await expect(page.getByRole('heading', { name: 'Billing' })).toBeVisible();
  await expect(frameOf('Invoices').getByRole('table')).toHaveCount(0);
  expect(company.requests()).toBe(before);
});

test('a listed one shows parts in frames, whose height is that of their content', async () => {
  await allow([company.origin]);
  // The service keeps the settings for ten seconds.
  await expect(async () => {
    await openFrames();
    await expect(frameOf('Invoices').getByRole('region', { name: 'Invoices' }).getByRole('table')).toBeVisible({
      timeout: 5_000,
    });
  }).toPass({ timeout: 60_000 });
  await expect(frameOf('Invoices').getByRole('link', { name: /^Back to/ })).toHaveCount(0);
  const before = await heightOf('Plan');
  await frameOf('Plan')
    .getByRole('button', { name: /^Change the plan/ })
    .click();
  await expect.poll(() => heightOf('Plan')).toBeGreaterThan(before + 50);
  await frameOf('Invoices').getByRole('region', { name: 'Invoices' }).getByRole('link').first().click();
  await expect(frameOf('Invoices').getByRole('link', { name: 'Back to all invoices' })).toBeVisible();
});

test('a frame whose session was revoked gets the token of another one from the page', async () => {
  const { portal_sessions: sessions } = await api.ok<{ portal_sessions: Session[] }>(
    'GET',
    '/api/v1/customers/acme/portal_sessions?status=active',
  );
  const before = company.requests();
  for (const { svc_id: id } of sessions) await api.ok('DELETE', `/api/v1/customers/acme/portal_sessions/${id}`);
  await expect.poll(() => company.requests(), { timeout: 20_000 }).toBeGreaterThan(before);
  await frameOf('Invoices').getByRole('link', { name: 'Back to all invoices' }).click();
  await expect(frameOf('Invoices').getByRole('region', { name: 'Invoices' }).getByRole('table')).toBeVisible();
  await expect(frameOf('Invoices').getByText('This address has ended')).toHaveCount(0);
});
