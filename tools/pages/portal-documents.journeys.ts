import { expect, test, type Page } from '@playwright/test';
import { openPart, watch, withoutBarriers } from './browser.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let sandbox: Sandbox;
let page: Page;
let messages: () => string[];

const section = (name: string) => page.getByRole('region', { name, exact: true });

test.beforeAll(async ({ browser }) => {
  sandbox = await makeSandbox('dina@example.com');
  const { customer } = await sandbox.api.ok<{ customer: { portal_url: string } }>(
    'GET',
    '/api/v1/customers/acme/portal_url',
  );
  page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  messages = watch(page);
  await page.goto(new URL(customer.portal_url).pathname);
});

test('an invoice opens in place with the story of a line, and Back leads to its number', async () => {
  const number = section('Invoices').getByRole('rowheader').first().getByRole('link');
  const name = (await number.textContent()) ?? '';
  await number.press('Enter');
  await expect(page.getByRole('heading', { name: `Invoice ${name}` })).toBeVisible();
  expect(page.url()).toMatch(/\/portal\/invoices\/[0-9a-f-]{36}$/);
  await expect(section('Lines')).toContainText('Storage');
  await section('Lines').getByRole('button', { name: 'Show the steps: Storage' }).click();
  const steps = section('Storage: Steps to the amount');
  await expect(steps).toContainText('Price of all ranges');
  await expect(steps).toContainText('€9.50');
  await expect(section('Total')).toContainText('TVA (20 %)');
  await expect(section('Credit notes')).toBeVisible();
  await expect(section('Receipts').getByRole('rowheader')).toHaveCount(1);
  await withoutBarriers(page);

  await page.goBack();
  await expect(number).toBeFocused();
  await expect(section('Amounts due')).toBeVisible();
  await page.goForward();
  await expect(section('Lines')).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Back to all invoices' }).click();
  await expect(section('Invoices')).toBeVisible();
  expect(messages()).toEqual([]);
});

test('credit notes, receipts and a statement have their files', async () => {
  await openPart(page, 'Documents');
  for (const [title, word] of [
    ['Credit notes', 'credit note'],
    ['Receipts', 'receipt'],
  ] as const) {
    const file = section(title).getByRole('link', { name: /as PDF$/ });
    const request = section(title).getByRole('button', { name: new RegExp(`^Prepare the file of ${word}`) });
    await expect(file.or(request)).toBeVisible();
    if (await request.isVisible()) await request.click();
    await expect(file).toHaveAttribute('href', /signature=/, { timeout: 60_000 });
  }
  const statement = section('Statement of account');
  await statement.getByLabel('From').fill('2026-02-28');
  await statement.getByLabel('Until').fill('2026-02-01');
  await statement.getByRole('button', { name: 'Prepare the statement' }).click();
  await expect(statement.getByRole('alert')).toBeVisible();
  await statement.getByLabel('From').fill('2026-01-01');
  await statement.getByRole('button', { name: 'Prepare the statement' }).click();
  await expect(statement.getByRole('status')).toContainText('Balance before: €0.00.');
  await expect(statement.getByRole('link', { name: 'Statement as PDF' })).toHaveAttribute('href', /signature=/);
  await withoutBarriers(page);
  expect(
    messages()
      .splice(0)
      .filter((message) => !message.includes('422')),
  ).toEqual([]);
});
