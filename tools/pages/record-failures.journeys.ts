// Acts whose calls fail in every way before they succeed: each is done once, whatever the browser saw of it.
import { expect, test, type Page, type Route } from '@playwright/test';
import { consoleHeaders, password, withoutBarriers } from './browser.ts';
import type { Sandbox } from './sandbox.ts';
import { enterSandbox } from './visitor.ts';

test.describe.configure({ mode: 'serial', timeout: 240_000 });

let home: string;
let sandbox: Sandbox;
let page: Page;

const main = () => page.getByRole('main');
const dialog = () => page.getByRole('dialog');
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const type = (label: string, text: string) => dialog().getByLabel(label).first().fill(text);
async function pick(label: RegExp, option: RegExp): Promise<void> {
  await dialog().getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).first().click();
}

/** One way in which a call fails, and the words about it. */
interface Fault {
  says: string;
  happen(route: Route): Promise<void>;
}

const answer =
  (status: number, headers: Record<string, string> = {}) =>
  (route: Route) =>
    route.fulfill({ status, headers, contentType: 'text/plain', body: 'no' });

/** The last one is done by the service, and its answer does not arrive. */
const faults: readonly Fault[] = [
  { says: 'The service does not answer.', happen: (route) => route.abort('connectionrefused') },
  { says: 'Try again in 2 seconds.', happen: answer(429, { 'retry-after': '2' }) },
  { says: 'The service is unavailable.', happen: answer(502) },
  { says: 'The service failed.', happen: answer(500) },
  {
    says: 'The service does not answer.',
    happen: async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
  },
];

/** An act of a page that makes a record. */
interface FailingAct {
  act: string;
  /** The page that offers it, below the address of the sandbox. */
  at(): string;
  /** Fills the form. */
  fill(): Promise<void>;
  /** The call that makes the record. */
  call: RegExp;
  /** The list that has one record more afterwards. */
  list(): string;
  /** The words at its end, where the answer of a repeated call shows no secret. */
  ends?: string;
}

const acts: readonly FailingAct[] = [
  {
    act: 'Create a customer',
    at: () => '/customers',
    fill: () => type('Name', 'Storm'),
    call: /\/customers$/,
    list: () => '/customers',
  },
  {
    act: 'Start a subscription',
    at: () => '/customers/acme',
    fill: async () => {
      await pick(/^Plan/, /Team/);
      await type('Id of the subscription', 'acme-second');
    },
    call: /\/subscriptions$/,
    list: () => '/subscriptions',
  },
  {
    act: 'Apply a coupon',
    at: () => '/customers/acme',
    fill: () => pick(/^Coupon/, /Welcome/),
    call: /\/applied_coupons$/,
    list: () => '/applied_coupons',
  },
  {
    act: 'Create a one-off invoice',
    at: () => '/invoices',
    fill: async () => {
      await pick(/^Customer/, /Acme/);
      await pick(/Add-on/, /Support/);
    },
    call: /\/invoices$/,
    list: () => '/invoices',
  },
  {
    act: 'Create a credit note',
    at: () => `/invoices/${sandbox.paidInvoice}`,
    fill: async () => {
      await dialog()
        .getByLabel(/Storage.*Amount/)
        .first()
        .fill('1');
      await type('Refund', '1.20');
    },
    call: /\/credit_notes$/,
    list: () => '/credit_notes',
  },
  {
    act: 'Add credits',
    at: () => `/wallets/${sandbox.wallet}`,
    fill: () => type('Free credits', '7'),
    call: /\/wallet_transactions$/,
    list: () => `/wallets/${sandbox.wallet}/wallet_transactions`,
  },
  {
    act: 'Create an API key',
    at: () => '/developers/api-keys',
    fill: () => type('Name', 'Storm'),
    call: /\/api_keys$/,
    list: () => '/api_keys',
    ends: 'its secret is not shown again',
  },
];

/** The number of records in a list. */
async function countOf(list: string): Promise<number> {
  const { meta } = await sandbox.api.ok<{ meta: { total_count: number } }>('GET', `/api/v1${list}?per_page=1`);
  return meta.total_count;
}

/** Opens an act of a page, from its buttons or its menu. */
async function openAct(name: string): Promise<void> {
  const button = main().getByRole('button', { name, exact: true }).first();
  const menu = main().getByRole('button', { name: 'More actions' }).first();
  await expect(button.or(menu).first()).toBeVisible();
  if (await button.isVisible()) return button.click();
  await menu.click();
  await page.getByRole('menuitem', { name }).click();
}

test.beforeAll(async ({ browser }) => {
  ({ sandbox, page, home } = await enterSandbox(browser, 'stella@example.com'));
});

for (const { act, at, fill, call, list, ends } of acts)
  test(`“${act}” is done once after calls that failed in every way`, async () => {
    const before = await countOf(list());
    await page.goto(home + at());
    await openAct(act);
    await fill();
    const due = [...faults];
    const keys = new Set<string | undefined>();
    const isCall = (url: URL) => call.test(url.pathname);
    await page.route(isCall, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.add(route.request().headers()['idempotency-key']);
      await (due.shift()?.happen(route) ?? route.continue());
    });
    for (const { says } of faults) {
      await press(act);
      await expect(dialog().getByRole('alert').filter({ hasText: says })).toBeVisible();
    }
    await press(act);
    const end = ends === undefined ? page.locator('.notices') : dialog().getByRole('alert');
    await expect(end).toContainText(ends ?? /created|applied|added/);
    await page.unroute(isCall);
    expect(keys.size).toBe(1);
    expect(keys.has(undefined)).toBe(false);
    expect(await countOf(list())).toBe(before + 1);
  });

test('an act outlasts the end of its session, and is done once', async () => {
  const before = await countOf('/customers');
  await page.goto(`${home}/customers`);
  await openAct('Create a customer');
  await type('Name', 'After the session');
  await page.request.delete('/api/v1/session', { headers: consoleHeaders() });
  await press('Create a customer');
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(again).toBeVisible();
  await withoutBarriers(page);
  await again.getByLabel(/^Password( \*)?$/).fill(password);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'After the session' })).toBeVisible();
  expect(await countOf('/customers')).toBe(before + 1);
});
