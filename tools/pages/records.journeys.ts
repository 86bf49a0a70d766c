import { expect, test, type Page } from '@playwright/test';
import { field, open, password, withoutBarriers } from './browser.ts';
import { recordPages } from './record-pages.ts';
import type { Sandbox } from './sandbox.ts';
import { enterSandbox } from './visitor.ts';

test.describe.configure({ mode: 'serial' });

/** The path of the sandbox. */
let home: string;
let sandbox: Sandbox;
let page: Page;
let messages: () => string[];

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const rows = () => page.getByRole('main').locator('tbody tr');

/** Opens a page of the sandbox and waits for its heading. */
async function visit(path: string, name: string): Promise<void> {
  await page.goto(home + path);
  await expect(heading(name)).toBeVisible();
}

test.beforeAll(async ({ browser }) => {
  ({ sandbox, page, messages, home } = await enterSandbox(browser, 'carol@example.com'));
});
test.afterEach(() => expect(messages()).toEqual([]));

test('a sandbox cannot be overlooked, and its overview leads to what needs an eye', async () => {
  await visit('', 'Little Sandbox');
  await expect(page.getByText('Sandbox', { exact: true })).toBeVisible();
  await expect(page.locator('.clock-bar time')).toContainText('Feb 20, 2026');
  await withoutBarriers(page);
  await page.getByRole('link', { name: /Overdue invoices/ }).click();
  await expect(heading('Invoices')).toBeVisible();
  await expect(page).toHaveURL(/tab=overdue/);
  await expect(rows()).toHaveCount(1);
  await expect(rows()).toContainText('شركة المثال');
});

test('an invoice shows its fees, sums, taxes, payments and documents', async () => {
  await visit(`/invoices/${sandbox.paidInvoice}`, 'LIT-');
  await expect(page.getByRole('region', { name: 'Fees' })).toContainText('Storage');
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('Transfer 1');
  // Instants are in the zone of the customer; on hover in others, too.
  const created = page.locator('dt', { hasText: /^Created$/ }).locator('xpath=..');
  await expect(created.locator('time')).toContainText('GMT+9');
  await created.locator('time').focus();
  await expect(page.getByRole('tooltip')).toContainText('UTC: ');
  await withoutBarriers(page);
  const file = page.getByRole('link', { name: 'Document', exact: true });
  await expect(file).toHaveAttribute('href', /signature=/, { timeout: 60_000 });
});

test('each fee of an invoice opens into its story, which leads to its events', async () => {
  await visit(`/invoices/${sandbox.paidInvoice}`, 'LIT-');
  await page.getByRole('region', { name: 'Fees' }).getByRole('link', { name: 'Storage' }).click();
  const story = page.getByRole('region', { name: 'Steps to the amount' });
  await expect(story).toContainText('Price of the range 11–∞');
  await expect(story.locator('tbody tr').last()).toContainText('€9.50');
  await expect(page.getByRole('region', { name: 'Steps to the taxes' })).toContainText('€1.90');
  await expect(page.getByText('With these events the fee would have been €19.50.')).toBeVisible();
  await withoutBarriers(page);
  await page.getByRole('link', { name: 'Events behind the fee' }).click();
  await expect(heading('Events behind the fee')).toBeVisible();
  await expect(rows()).toHaveCount(3);
  await expect(rows().filter({ hasText: 'empty' })).toContainText('The property that the metric reads is missing.');
  await withoutBarriers(page);
  await page.getByRole('link', { name: 'Late', exact: true }).click();
  await expect(rows()).toHaveCount(1);
  await expect(rows()).toContainText('tardy');
  await page.goBack();
  await page.goBack();
  await page.getByRole('region', { name: 'Fees' }).getByRole('link', { name: 'Team' }).click();
  await expect(story.locator('tbody tr').last()).toContainText('€');
  await expect(page.getByText('Events behind the fee')).toHaveCount(0);
});

test('a customer has its subscriptions, usage, invoices, credits and payments', async () => {
  await visit('/customers/acme', 'Acme');
  await expect(page.getByRole('region', { name: 'Subscriptions' })).toContainText('acme-main');
  await expect(page.getByRole('definition').first()).toContainText('€49.00');
  await withoutBarriers(page);
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Usage of the current period' })).toContainText('Storage');
  await page.getByRole('main').getByRole('link', { name: 'Invoices', exact: true }).click();
  await expect(rows()).toHaveCount(1);
  await page.getByRole('main').getByRole('link', { name: 'Credits', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Credit notes' })).toContainText('€1.20');
  await page.getByRole('main').getByRole('link', { name: 'Payments', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('Transfer 1');
});

test('prices are told in words and tables', async () => {
  await visit('/catalog/plans/team', 'Team');
  await expect(page.getByText('Each unit has the price of the range in which it falls.')).toBeVisible();
  await expect(page.getByRole('row', { name: '11 ∞ €0.50 €2.00' })).toBeVisible();
  await withoutBarriers(page);
});

test('an event tells whether it can be counted, and what cures it', async () => {
  await visit('/developers/events/good', 'storage');
  await expect(page.getByText('The plan of its subscription counts this event.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Charges that count it' })).toContainText('25');
  await withoutBarriers(page);
  await visit('/developers/events/empty', 'storage');
  await expect(page.getByText('The property that the metric reads is missing.')).toBeVisible();
  await withoutBarriers(page);
});

test('events that do not count are listed with their errors, and counted by them', async () => {
  await visit('/developers/event-errors?from_date=2026-01-01&to_date=2026-01-31', 'Events that do not count');
  // The groups above the list lead nowhere.
  const listed = rows().filter({ has: page.getByRole('link') });
  await expect(listed).toHaveCount(2);
  await expect(listed.filter({ hasText: 'unknown' })).toContainText('Unknown code');
  await expect(page.getByRole('region', { name: 'By error and code' }).locator('tbody tr')).toHaveCount(2);
  await withoutBarriers(page);
  await page.getByRole('combobox', { name: 'Error' }).selectOption('missing_aggregation_property');
  await expect(listed).toHaveCount(1);
});

test('usage and balances over time are charts with a table beside each', async () => {
  await visit('/subscriptions/acme-main?tab=usage&from_date=2026-01-10&to_date=2026-01-31', 'acme-main');
  await expect(page.getByRole('img', { name: 'Usage over time' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Usage over time' })).toContainText('25');
  await withoutBarriers(page);
  await visit(`/wallets/${sandbox.wallet}`, 'Prepaid');
  await expect(page.getByRole('img', { name: 'Balance over time' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Balance over time' })).toContainText('€5.00');
  await withoutBarriers(page);
});

test('a forecast has three periods between bounds, as a chart with its table', async () => {
  await visit('/subscriptions/acme-main?tab=forecast', 'acme-main');
  await expect(page.getByRole('img', { name: 'Forecast' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Expected amounts' }).locator('tbody tr')).toHaveCount(3);
  await expect(page.getByRole('table', { name: 'Expected usage' })).toContainText('€');
  await expect(page.getByRole('heading', { level: 2, name: 'Past forecasts' })).toBeVisible();
  await withoutBarriers(page);
});

test('a message of a webhook has its attempts and its payload', async () => {
  await visit(`/developers/webhooks/${sandbox.endpoint}`, 'http://127.0.0.1:9/hooks');
  await page.getByRole('link', { name: 'customer.created' }).first().click();
  await expect(heading('customer.created')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Content' })).toContainText('customer');
  await withoutBarriers(page);
});

test('every kind of record has a list and a page', async () => {
  for (const [path, name] of recordPages(sandbox)) {
    await visit(path, name);
    // A record has facts or a table; a list has rows.
    await expect(page.getByRole('main').locator('tbody tr, dl').first(), path).toBeVisible();
    const beyond = `[...document.querySelectorAll('.scroll')].map((one) => one.scrollWidth - one.clientWidth)`;
    expect(Math.max(0, ...(await page.evaluate<number[]>(beyond))), `${path}: columns beyond the page`).toBe(0);
  }
  await visit('/developers/api-logs', 'API log');
  await rows().first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Body of the call' })).toBeVisible();
  await visit('/developers/activity', 'Activity');
  await rows().first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Changes' })).toBeVisible();
});

test('a search goes to records, and keys to pages', async () => {
  await visit('', 'Little Sandbox');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill('acme');
  await expect(page.getByRole('option', { name: /^Acme/ })).toBeVisible();
  await withoutBarriers(page);
  await page.keyboard.press('Enter');
  await expect(heading('Acme')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill(sandbox.wallet);
  await expect(page.getByRole('option', { name: /Prepaid.*Wallet/ })).toBeVisible();
  for (const key of ['Escape', 'g', 'w']) await page.keyboard.press(key);
  await expect(heading('Wallets')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await withoutBarriers(page);
  await page.keyboard.press('Escape');
});

test('admins see how members sign in, and keep one way', async () => {
  await visit('/settings/sign-in', 'Ways to sign in');
  await expect(page.getByText('No provider is connected.')).toBeVisible();
  await withoutBarriers(page);
  await page.getByLabel('At the OpenID provider of the organization').check();
  const refused = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save the ways' }).click();
  expect((await refused).status()).toBe(422);
  await expect(page.getByRole('alert')).toContainText('No provider is connected. Connect one first.');
  expect(messages().splice(0).join()).toContain('422'); // the browser reports the call
});

test('admins choose for how long records are stored, within the period of the installation', async () => {
  await visit('/settings/retention', 'Retention');
  await withoutBarriers(page);
  const days = page.getByLabel('E-mails');
  const change = async (value: string) => {
    const changed = page.waitForResponse((response) => response.request().method() === 'PUT');
    await days.fill(value);
    await page.getByRole('button', { name: 'Save the periods' }).click();
    return (await changed).status();
  };
  expect(await change('10')).toBe(200);
  await page.reload();
  await expect(days).toHaveValue('10');
  expect(await change('9999')).toBe(422);
  await expect(days).toHaveAttribute('aria-invalid', 'true');
  expect(messages().splice(0).join()).toContain('422'); // the browser reports the call
});

test('the clock of a sandbox is turned', async () => {
  await page.getByRole('link', { name: 'Advance the clock' }).click();
  await expect(heading('Clock of the sandbox')).toBeVisible();
  await withoutBarriers(page);
  await page.getByRole('button', { name: '+ A day' }).click();
  await expect(page.locator('.clock-bar time')).toContainText('Feb 21, 2026', { timeout: 60_000 });
  await expect(page.getByRole('button', { name: '+ A day' })).toBeEnabled();
});

test('a page that the role may not read is hidden, and tells it', async ({ browser }) => {
  const { invite } = await sandbox.api.ok<{ invite: { token: string } }>('POST', '/api/v1/invites', {
    invite: { email: 'dave@example.com', roles: ['finance'] },
  });
  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(`/invitation/${invite.token}`);
  await field(theirs, 'Password').fill(password);
  await theirs.getByRole('button', { name: 'Accept' }).click();
  await expect(theirs.getByRole('link', { name: 'Invoices', exact: true })).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Webhooks' })).toHaveCount(0);
  await open(theirs, `${home}/developers/webhooks`);
  await expect(theirs.getByRole('alert')).toContainText('Your role does not permit this.');
});
