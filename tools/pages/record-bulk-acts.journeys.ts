import { expect, test, type Page } from '@playwright/test';
import { open, withoutBarriers } from './browser.ts';
import type { Sandbox } from './sandbox.ts';
import { enterSandbox } from './visitor.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let home: string;
let sandbox: Sandbox;
let page: Page;
let messages: () => string[];

const main = () => page.getByRole('main');
const dialog = () => page.getByRole('dialog');
const bar = () => page.getByRole('region', { name: 'Selection' });
const progress = () => page.locator('.running-acts');

test.beforeAll(async ({ browser }) => {
  ({ sandbox, page, messages, home } = await enterSandbox(browser, 'frida@example.com'));
  const { invoices } = await sandbox.api.ok<{ invoices: { svc_id: string }[] }>('GET', '/api/v1/invoices');
  const other = invoices.find(({ svc_id: id }) => id !== sandbox.paidInvoice);
  await sandbox.api.ok('POST', `/api/v1/invoices/${other?.svc_id}/void`, {});
});
test.afterEach(() => expect(messages()).toEqual([]));

test('acts on many: boxes and keys choose rows, and the service counts and sums them', async () => {
  await open(page, `${home}/invoices`);
  await expect(main().locator('tbody tr')).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(bar()).toContainText('1 record selected');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await expect(bar()).toContainText('2 records selected');
  await expect(bar()).toContainText('€');
  await withoutBarriers(page);
  await page.keyboard.press('Escape');
  await expect(bar()).toBeHidden();
  await main().getByRole('checkbox', { name: 'Select all rows of the page' }).check();
  await expect(bar()).toContainText('2 records selected');
});

test('acts on many: the dialog says what follows, and the progress stays on every page until it is closed', async () => {
  await bar().getByRole('button', { name: 'Add metadata to the invoices' }).click();
  await expect(dialog()).toContainText('2 invoices');
  await dialog().getByLabel('Name').fill('run');
  await dialog().getByLabel('Value').fill('7');
  await withoutBarriers(page);
  await dialog().getByRole('button', { name: 'Add metadata to the invoices' }).click();
  await expect(page.locator('.notices')).toContainText('The act has begun.');
  await expect(bar()).toBeHidden();
  await expect(progress()).toContainText('2 of 2', { timeout: 60_000 });
  await expect(progress()).toContainText('1 refused');
  await open(page, `${home}/customers`);
  await expect(progress()).toContainText('2 of 2');
});

test('acts on many: the account has each record, and only refused ones are tried again', async () => {
  await progress().getByRole('link', { name: 'Add metadata to the invoices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add metadata to the invoices' })).toBeVisible();
  await expect(main().locator('tbody tr')).toHaveCount(2);
  await withoutBarriers(page);
  await main().getByRole('combobox', { name: 'Outcome' }).selectOption('refused');
  await expect(main().locator('tbody tr')).toHaveCount(1);
  await expect(main()).toContainText('update_on_voided_invoice');
  const download = page.waitForEvent('download');
  await main().getByRole('button', { name: 'Save as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/invoices\.add_metadata.*\.csv$/);
  await main().getByRole('button', { name: 'Retry the refused' }).click();
  await expect(dialog()).toContainText('1 refused record');
  await dialog().getByRole('button', { name: 'Retry the refused' }).click();
  await expect(page.locator('.notices')).toContainText('The refused records are tried again.');
  await expect(main()).toContainText('update_on_voided_invoice', { timeout: 60_000 });
  await progress().getByRole('button', { name: 'Close' }).click();
  await expect(progress()).toBeHidden();
});
