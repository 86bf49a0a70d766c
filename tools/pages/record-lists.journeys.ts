import { expect, test, type Page } from '@playwright/test';
import { field, open, withoutBarriers } from './browser.ts';
import type { Sandbox } from './sandbox.ts';
import { enterSandbox } from './visitor.ts';

test.describe.configure({ mode: 'serial' });

/** Requests of a page until its first rows. */
const most = 12;
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
  ({ sandbox, page, messages, home } = await enterSandbox(browser, 'erin@example.com'));
});
test.afterEach(() => expect(messages()).toEqual([]));

test('a list has filters in its address, rows by keys, and its call', async () => {
  await visit('/invoices', 'Invoices');
  await expect(rows()).toHaveCount(2);
  await withoutBarriers(page);
  for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
  await expect(rows().first().getByRole('link').first()).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('Acme');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search_term=Acme/);
  await expect(rows()).toHaveCount(1);
  await page.getByRole('button', { name: 'Open in API' }).click();
  await expect(page.getByRole('dialog')).toContainText('/api/v1/invoices?search_term=Acme');
  await withoutBarriers(page);
  await page.getByRole('button', { name: 'Close' }).click();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Invoices little-sandbox[\w-]* \d{4}-\d\d-\d\d\.csv$/);

  await page.getByRole('button', { name: 'Save the view' }).click();
  await field(page, 'Name of the view').fill('Of Acme');
  await page.getByRole('dialog').getByRole('button', { name: 'Save the view' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(rows()).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Saved views' }).selectOption('Of Acme');
  await expect(rows()).toHaveCount(1);

  await visit('/customers?search_term=nobody', 'Customers');
  await expect(page.getByText('No records match these filters. Change or clear a filter.')).toBeVisible();
});

test('the first page is small, and needs few requests', async () => {
  await open(page, `${home}/invoices`);
  await expect(rows()).toHaveCount(2);
  const loaded = () =>
    page.evaluate<{ name: string; encodedBodySize: number }[]>(
      `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))`,
    );
  const calls = async () => (await loaded()).filter(({ name }) => name.includes('/api/v1/'));
  // The session, the clock, the list, and the numbers of its tabs. The rows may come before the other answers.
  await expect.poll(calls).toHaveLength(4);
  const resources = await loaded();
  // The font comes beside the first rows, which do not wait for it.
  const assets = resources.filter(({ name }) => /\/console\/assets\/.*\.(js|css)$/.test(name));
  expect(assets.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)).toBeLessThan(260 * 1024);
  // In addition to the document. The code of the search loads when the page has nothing else to do.
  const needed = resources.filter(({ name }) => !/\/assets\/(palette-|.*\.woff2$)/.test(name)).map(({ name }) => name);
  expect(needed.length + 1, needed.join('\n')).toBeLessThanOrEqual(most);
});

test('dates are those of the customer, and a year is told apart from the month of its usage', async () => {
  await visit('/subscriptions', 'Subscriptions');
  const row = rows().filter({ hasText: 'acme-main' });
  await expect(row).toContainText('Acme');
  await expect(row).toContainText('GMT+9');
  await visit('/subscriptions/acme-main', 'acme-main');
  const fact = (name: string) => page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=..');
  await expect(fact('Plan period')).toContainText('Feb 1, 2026, 12:00 AM GMT+9');
  await expect(fact('Plan period')).toContainText('Feb 28, 2026, 11:59 PM GMT+9');
  await expect(fact('Renews')).toContainText('Mar 1, 2026, 12:00 AM GMT+9');
  await expect(fact('Customer')).toContainText('Acme');
  for (const path of [`/payments/${sandbox.payment}`, `/wallets/${sandbox.wallet}`]) {
    await open(page, home + path);
    await expect(fact('Created')).toContainText('GMT+9');
  }
});

test('a search opened by its keys takes every key, and the way back leads to the opened row', async () => {
  await open(page, `${home}/catalog/taxes`);
  await expect(heading('Taxes')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ginkgo', { delay: 20 });
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toHaveValue('ginkgo');
  await expect(page).toHaveURL(/catalog\/taxes/);
  await page.keyboard.press('Escape');
  await visit('/invoices', 'Invoices');
  await expect(rows()).toHaveCount(2);
  for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key);
  await expect(heading('LIT-')).toBeVisible();
  await page.goBack();
  await expect(rows().nth(1).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('k');
  await expect(rows().first().getByRole('link').first()).toBeFocused();
});

test('documents are found by their amount, and lists have sums', async () => {
  await visit('/invoices', 'Invoices');
  await expect(page.getByTitle('Sum of all entries')).toContainText('€');
  await expect(page.getByRole('link', { name: 'Overdue 1' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Paid 1' })).toBeVisible();
  const total = await rows().last().locator('data.amount').last().getAttribute('value');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill(total ?? '');
  await expect(page.getByRole('option', { name: /LIT-.*Invoice/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Total' }).click();
  await expect(page).toHaveURL(/currency=EUR/);
  await page.getByRole('combobox', { name: 'Customer' }).fill('Acme');
  await expect(page.locator('datalist option[value="acme"]')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/external_customer_id=acme/);
  await visit('/invoices?issuing_date_from=2026-13-45', 'Invoices');
  await expect(page.getByText('The list ignores this value.')).toBeVisible();
  await visit('/invoices/00000000-0000-7000-8000-000000000000', 'This record does not exist');
  await withoutBarriers(page);
  // The browser reports the refused calls.
  for (const message of messages().splice(0)) expect(message).toMatch(/404|422/);
});

test('an invoice has its credit notes, and a note its uses', async () => {
  await visit(`/invoices/${sandbox.paidInvoice}`, 'LIT-');
  await page.getByRole('region', { name: 'Credit notes' }).getByRole('link').first().click();
  await expect(page.getByRole('definition').first()).toContainText('€1.20');
});

test('a list is sorted by its heads, goes by cursors, and counts its tabs', async () => {
  await visit('/customers?per_page=25', 'Customers');
  await expect(rows()).toHaveCount(2);
  await expect(page.getByRole('row', { name: /Acme/ })).toContainText('€49.00');
  await withoutBarriers(page);
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows().first()).toContainText('Acme');
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(rows().first()).toContainText('شركة المثال');

  const { customers } = await sandbox.api.ok<{ customers: unknown[] }>('GET', '/api/v1/customers');
  for (let more = customers.length; more < 27; more++)
    await sandbox.api.ok('POST', '/api/v1/customers', { customer: { external_id: `more-${more}` } });
  await visit('/customers?per_page=25', 'Customers');
  await expect(rows()).toHaveCount(25);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(rows()).toHaveCount(2);
  await expect(page.getByText('Page 2', { exact: true })).toBeVisible();
  const address = page.url();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(rows()).toHaveCount(25);
  await open(page, address);
  await expect(rows()).toHaveCount(2);
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await expect(rows()).toHaveCount(25);

  await visit('/subscriptions', 'Subscriptions');
  await expect(page.getByRole('link', { name: 'Active 2' })).toBeVisible();
  await page.getByRole('link', { name: 'Terminated 0' }).click();
  await expect(
    page.getByText('No subscriptions yet. One is created when a customer subscribes to a plan.'),
  ).toBeVisible();
});

test('figures are charts with a table beside each', async () => {
  await visit('/analytics', 'Analytics');
  await expect(page.getByRole('img', { name: 'Invoiced' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Feb 2026 so far/ })).toContainText('€');
  await expect(rows()).toHaveCount(12);
  await expect(page.getByRole('columnheader', { name: 'Without taxes' })).toBeVisible();
  await withoutBarriers(page);
  await visit('/analytics?tab=collection', 'Analytics');
  await expect(page.getByRole('img', { name: 'Collection' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Collection' })).toBeVisible();
  await withoutBarriers(page);
});
