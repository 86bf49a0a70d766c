import { expect, test, type Page } from '@playwright/test';
import { field, open, openPart, watch, withoutBarriers } from './browser.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

test.describe.configure({ mode: 'serial' });

const mostBytes = 160 * 1024;
const customer = 'شركة المثال';
let sandbox: Sandbox;
/** The path of the customer's address, with its token at the end. */
let address: string;
let page: Page;
let messages: () => string[];

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const section = (name: string) => page.getByRole('region', { name, exact: true });

test.beforeAll(async ({ browser }) => {
  sandbox = await makeSandbox('dora@example.com');
  const { customer } = await sandbox.api.ok<{ customer: { portal_url: string } }>(
    'GET',
    '/api/v1/customers/right/portal_url',
  );
  address = new URL(customer.portal_url).pathname;
  page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  messages = watch(page);
});

test('an address leads a customer to what it owes, and leaves no token behind', async () => {
  await page.goto(address);
  await expect(heading(customer)).toBeVisible();
  expect(page.url()).toMatch(/\/portal$/);
  const token = address.split('/').at(-1) ?? '';
  expect(await page.evaluate<string>('JSON.stringify(window.localStorage) + document.cookie')).not.toContain(token);
  await expect(section('Amounts due')).toContainText('Overdue');
  await expect(section('Invoices').first()).toContainText('Overdue');
  await expect(page.getByText(/^Next invoice of Team: /)).toBeVisible();
  await expect(page.getByText('This is a sandbox')).toBeVisible();
  await withoutBarriers(page);
  await openPart(page, 'Subscriptions');
  await expect(section('Subscriptions')).toContainText('Team');
  expect(page.url()).toMatch(/\/portal\/plan$/);
  await withoutBarriers(page);
  await openPart(page, 'Prepaid credits');
  await expect(section('Prepaid credits')).toContainText('A credit costs €1.00');
  await page.reload();
  await expect(section('Prepaid credits')).toContainText('A credit costs €1.00');
  await withoutBarriers(page);
  await openPart(page, 'Overview');
  await expect(section('Amounts due')).toBeVisible();
  expect(messages()).toEqual([]);
});

test('it is small, and makes calls of the portal alone', async () => {
  const resources = await page.evaluate<{ name: string; encodedBodySize: number }[]>(
    `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))`,
  );
  const assets = resources.filter(({ name }) => name.includes('/console/assets/'));
  expect(assets.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)).toBeLessThan(mostBytes);
  const calls = resources.filter(({ name }) => name.includes('/api/v1/'));
  expect(calls.filter(({ name }) => !name.includes('/api/v1/portal/'))).toEqual([]);
  // The page reads the customer again while it is open.
  expect(new Set(calls.map(({ name }) => name)).size).toBeLessThanOrEqual(7);
});

test('an invoice of another customer is not there', async () => {
  const statuses = await page.evaluate<number[]>(`Promise.all(
    ['${sandbox.paidInvoice}', 'x'].map(async (id) => {
      const headers = { authorization: 'Bearer ' + window.sessionStorage.getItem('tollgate.portal') };
      return (await fetch('/api/v1/portal/invoices/' + id, { headers })).status;
    }))`);
  expect(statuses).toEqual([404, 404]);
  expect(
    messages()
      .splice(0)
      .filter((message) => !message.includes('404')),
  ).toEqual([]);
});

test('invoices have a search, a filter and files', async () => {
  const invoices = section('Invoices').first();
  await field(page, 'Show').selectOption('Paid');
  await expect(invoices).toContainText('No invoices match this state.');
  await field(page, 'Show').selectOption('Overdue');
  await expect(invoices.locator('tbody tr')).toHaveCount(1);
  const file = invoices.getByRole('link', { name: /as PDF$/ });
  const request = invoices.getByRole('button', { name: /^Prepare the file/ });
  await expect(file.or(request)).toBeVisible();
  if (await request.isVisible()) await request.click();
  await expect(file).toHaveAttribute('href', /signature=/, { timeout: 60_000 });
  const { status, type } = await page.evaluate<{ status: number; type: string | null }>(
    `fetch('${await file.getAttribute('href')}').then(({ status, headers }) => ({ status, type: headers.get('content-type') }))`,
  );
  expect([status, type]).toEqual([200, 'application/pdf']);
});

test('a subscription shows its usage', async () => {
  await openPart(page, 'Usage');
  await expect(section('Usage of Team')).toContainText('Storage');
  await expect(section('Usage of Team')).toContainText('Total without taxes');
  await withoutBarriers(page);
});

test('credits are bought, once, and a wrong number is refused', async () => {
  await openPart(page, 'Prepaid credits');
  await field(page, 'Number of credits').fill('nothing');
  await page.getByRole('button', { name: 'Buy credits' }).click();
  await expect(section('Prepaid credits')).toContainText('Enter a number above 0.');
  await field(page, 'Number of credits').fill('25');
  await page.getByRole('button', { name: 'Buy credits' }).click();
  await expect(section('Prepaid credits')).toContainText('The credits are added when their invoice is paid.');
  const { wallet_transactions: bought } = await sandbox.api.ok<{ wallet_transactions: object[] }>(
    'GET',
    `/api/v1/wallets/${sandbox.wallet}/wallet_transactions?transaction_status=purchased`,
  );
  expect(bought).toMatchObject([{ credit_amount: '25.0' }]);
});

test('a customer reads its data first, and changes a part of it', async () => {
  await openPart(page, 'Your data');
  const data = section('Your data');
  await expect(data.getByRole('textbox')).toHaveCount(0);
  await data.getByRole('button', { name: 'Edit: Name and contact' }).click();
  await data.getByLabel('E-mail address').fill('nobody');
  await data.getByRole('button', { name: 'Save' }).click();
  await expect(data).toContainText('This is not an e-mail address.');
  await withoutBarriers(page);
  await data.getByRole('button', { name: 'Cancel' }).click();
  await data.getByRole('button', { name: 'Edit: Address' }).press('Enter');
  await data.getByLabel('Country').selectOption({ label: 'Germany' });
  await data.getByLabel('City').fill('Bonn');
  await withoutBarriers(page);
  await data.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(section('Address')).toContainText('Saved.');
  await expect(section('Address')).toContainText('Bonn');
  await expect(section('Address')).toContainText('Germany');
  const { customer: stored } = await sandbox.api.ok<{ customer: object }>('GET', '/api/v1/customers/right');
  expect(stored).toMatchObject({ country: 'DE', city: 'Bonn', name: customer });
  expect(
    messages()
      .splice(0)
      .filter((message) => !message.includes('422')),
  ).toEqual([]);
});

test('the language follows the documents of the customer', async () => {
  await openPart(page, 'Your data');
  await section('Your data').getByRole('button', { name: 'Edit: Name and contact' }).click();
  await field(page, 'Language of documents').selectOption('Deutsch');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Ihre Daten' })).toBeVisible();
  await withoutBarriers(page);
});

test('its pages fit a phone in each language', async () => {
  for (const language of ['de', 'es', 'fr', 'ja', 'en']) {
    await page.getByRole('main').locator('select').first().selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
    for (const name of ['', '/usage', '/credits', '/profile']) {
      await page.goto(`/portal${name}`);
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await withoutBarriers(page);
    }
  }
});

test('an address that has ended says what to do', async () => {
  await page.evaluate(`window.sessionStorage.setItem('tollgate.portal', 'a.b.c')`);
  await page.reload();
  await expect(heading('This address has ended')).toBeVisible();
  await withoutBarriers(page);
  expect(await page.evaluate(`window.sessionStorage.getItem('tollgate.portal')`)).toBeNull();
  await open(page, '/portal');
  await expect(heading('Open the portal from your link')).toBeVisible();
  // The browser reports each refused call.
  expect(messages().filter((message) => !message.includes('401'))).toEqual([]);
});
