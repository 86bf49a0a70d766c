import { expect, test, type Page } from '@playwright/test';
import { open, withoutBarriers } from './browser.ts';
import type { Sandbox } from './sandbox.ts';
import { enterSandbox } from './visitor.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let home: string;
let sandbox: Sandbox;
let page: Page;
let messages: () => string[];

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const search = () => page.getByRole('combobox', { name: 'Search everything' });
const option = (name: RegExp) => page.getByRole('option', { name });
const notice = (text: string) => expect(page.locator('.notices')).toContainText(text);

/** Opens a page of the sandbox, and its search by the keys. */
async function searchOn(path: string, name: string): Promise<void> {
  await open(page, home + path);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(search()).toBeFocused();
}

test.beforeAll(async ({ browser }) => {
  ({ sandbox, page, messages, home } = await enterSandbox(browser, 'paula@example.com'));
});
test.afterEach(() => expect(messages()).toEqual([]));

test('the search has the acts of the page, and opens their dialogs with the keyboard', async () => {
  await searchOn('/customers/acme', 'Acme');
  await expect(page.getByRole('listbox', { name: 'Found' }).getByRole('option').first()).toContainText('Action');
  await page.keyboard.type('customer edit');
  await expect(option(/^Edit the customer/)).toHaveAttribute('aria-selected', 'true');
  await withoutBarriers(page);
  await page.keyboard.press('Enter');
  await expect(dialog('Edit the customer')).toBeVisible();
  await expect(search()).toBeHidden();
  await dialog('Edit the customer').getByLabel('City').fill('Bern');
  await page.keyboard.press('Enter');
  await notice('The customer is changed.');
});

test('an act that is not open now says why, and opens nothing', async () => {
  await searchOn(`/invoices/${sandbox.paidInvoice}`, 'LIT-');
  await page.keyboard.type('finalize');
  await expect(option(/^Finalize the invoice/)).toContainText('Only a draft can change.');
  await expect(option(/^Finalize the invoice/)).toHaveAttribute('aria-disabled', 'true');
  await withoutBarriers(page);
  await page.keyboard.press('Enter');
  // A click waits for a goal that is open, unless it is forced.
  await option(/^Finalize the invoice/).click({ force: true });
  await expect(search()).toBeVisible();
  await expect(dialog('Finalize the invoice')).toHaveCount(0);
  await page.keyboard.press('Escape');
});

test('the search creates records of all kinds on any page', async () => {
  await searchOn('/invoices', 'Invoices');
  for (const name of ['Create a customer', 'Create a plan', 'Start a subscription', 'Open a wallet', 'Create a role']) {
    await search().fill(name);
    await expect(option(new RegExp(`^${name}`))).toHaveCount(1);
  }
  await search().fill('create tax');
  await option(/^Create a tax/).click();
  await dialog('Create a tax').getByLabel('Name').fill('City tax');
  await dialog('Create a tax').getByLabel('Rate').fill('3');
  await withoutBarriers(page);
  await dialog('Create a tax').getByRole('button', { name: 'Create a tax' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'City tax' })).toBeVisible();
});

test('Escape closes the dialog of an act that the search opened', async () => {
  await searchOn('', 'Little Sandbox');
  await page.keyboard.type('one-off');
  await expect(option(/^Create a one-off invoice/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(dialog('Create a one-off invoice').getByRole('combobox', { name: /^Customer/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog('Create a one-off invoice')).toHaveCount(0);
});
