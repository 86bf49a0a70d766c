import { expect, test, type Page } from '@playwright/test';
import type { Api } from '@tollgate/harness/api';
import { open, openEmptySandbox, withoutBarriers } from './browser.ts';
import { makeEmptySandbox } from './sandbox.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

const grace = 'grace@example.com';
let home: string;
let page: Page;
let messages: () => string[];
let api: Api;

const main = () => page.getByRole('main');
const dialog = () => page.getByRole('dialog');
const button = (name: string) => main().getByRole('button', { name, exact: true });
const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const notice = (text: string) => expect(page.locator('.notices')).toContainText(text);
/** Opens the act that the menu of the page offers. */
async function choose(name: string): Promise<void> {
  await main().getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name }).click();
}

test.beforeAll(async ({ browser }) => {
  const sandbox = await makeEmptySandbox(grace);
  ({ api } = sandbox);
  ({ page, messages, home } = await openEmptySandbox(browser, sandbox));
});
test.afterEach(() => expect(messages()).toEqual([]));

test('an empty organization comes to its first invoice by its pages alone', async () => {
  await open(page, home);
  await expect(page.getByRole('heading', { name: 'Your first invoice' })).toBeVisible();
  await withoutBarriers(page);
  await button('Choose what you sell').click();
  await withoutBarriers(page);
  await confirm('Choose what you sell');
  await notice('The metric and the plan are created.');

  await button('Subscribe a customer').click();
  await confirm('Subscribe a customer');
  await notice('The subscription is created.');

  await button('Send an event').click();
  await confirm('Send an event');
  await notice('The event is sent.');
  await expect(async () => {
    const refresh = button('Look for events');
    if (await refresh.isVisible()) await refresh.click({ timeout: 1_000 });
    await expect(button('Turn the clock to the invoice')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await button('Turn the clock to the invoice').click();
  await confirm('Turn the clock to the invoice');
  // 5 euros of the month, and 1 for the begun package of 1,000 calls.
  await expect(main()).toContainText('€6.00', { timeout: 60_000 });
});

test('an invoice is paid in part, credited and voided, and its acts say why they are not open', async () => {
  await page
    .getByRole('link', { name: /Acme|-001-/ })
    .first()
    .click();
  await expect(page.locator('.facts .big data')).toHaveAttribute('value', '6.00');
  await button('Record a payment').click();
  await dialog().getByLabel('Amount').fill('1,5');
  await dialog().getByLabel('Reference').fill('Transfer 7');
  await confirm('Record a payment');
  await expect(dialog()).toContainText('Enter a number as your language writes it.');
  await dialog().getByLabel('Amount').fill('2.50');
  await withoutBarriers(page);
  await confirm('Record a payment');
  await notice('The payment is recorded.');
  await expect(main()).toContainText('€3.50');

  await button('Create a credit note').click();
  await dialog()
    .getByLabel(/API calls.*Amount/)
    .first()
    .fill('1');
  await expect(dialog().locator('aside')).toContainText('€1.00');
  await dialog().getByLabel('Against what is due').fill('1');
  await withoutBarriers(page);
  await confirm('Create a credit note');
  await notice('The credit note is created.');
  await expect(page).toHaveURL(/credit-notes/);
  await page.goBack();
  await expect(main()).toContainText('€2.50');

  await choose('Void the invoice');
  await confirm('Void the invoice');
  await notice('The invoice is voided.');
  await main().getByRole('button', { name: 'More actions' }).first().click();
  await expect(page.getByRole('menuitem', { name: /Record a payment/ })).toContainText(
    'Only a finalized invoice allows this.',
  );
  await expect(page.getByRole('menuitem', { name: /Record a payment/ })).toBeDisabled();
  await page.keyboard.press('Escape');
});

test('a draft of a form outlasts a reload, and one dialog acts once', async () => {
  await page.goto(`${home}/customers`);
  await main().getByRole('button', { name: 'Create a customer' }).first().click();
  await dialog().getByLabel('Name', { exact: true }).fill('Bäcker & Söhne');
  await expect(dialog().getByLabel('Id in your product')).toHaveValue('backer_sohne');
  await page.reload();
  await main().getByRole('button', { name: 'Create a customer' }).first().click();
  await expect(dialog().getByLabel('Name', { exact: true })).toHaveValue('Bäcker & Söhne');
  await withoutBarriers(page);
  await confirm('Create a customer');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bäcker & Söhne');
});

test('a change of another person is not overwritten unseen, and an act waits until the browser is online', async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await context.newPage();
  const form = other.getByRole('dialog');
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Edit the customer' }).click();
  await form.getByLabel('Name', { exact: true }).fill('Bäcker OHG');
  await button('Edit the customer').click();
  await dialog().getByLabel('Name', { exact: true }).fill('Bäcker GmbH');
  await confirm('Edit the customer');
  await notice('The customer is changed.');

  await form.getByRole('button', { name: 'Edit the customer' }).click();
  await expect(form).toContainText('Name: it is “Bäcker GmbH” now. You typed “Bäcker OHG”.');
  await withoutBarriers(other);
  await form.getByRole('button', { name: 'Use what I typed' }).click();
  await context.setOffline(true);
  await form.getByRole('button', { name: 'Edit the customer' }).click();
  await expect(form).toContainText('You are offline');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bäcker GmbH');
  await context.setOffline(false);
  await expect(form).toBeHidden();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Bäcker OHG');
  await context.close();
});

test('a subscription starts with its first invoice beside it, changes and ends', async () => {
  await button('Start a subscription').click();
  await dialog().getByRole('combobox', { name: /^Plan/ }).click();
  await page.getByRole('option', { name: /API calls/ }).click();
  await expect(dialog().locator('aside')).toContainText('€5.00');
  await withoutBarriers(page);
  await confirm('Start a subscription');
  await notice('The subscription is created.');
  await expect(page).toHaveURL(/subscriptions\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('api_calls');
  await choose('End the subscription');
  await expect(dialog().locator('aside')).toContainText('Next invoice');
  await confirm('End the subscription');
  await notice('The subscription is ended.');
  await expect(main()).toContainText('Terminated');
});

test('keys, roles, people and webhooks have their acts', async () => {
  await page.goto(`${home}/developers/api-keys`);
  await button('Create an API key').click();
  await dialog().getByLabel('Name').fill('Server');
  await confirm('Create an API key');
  await expect(dialog()).toContainText('This value is shown once.');
  await withoutBarriers(page);
  await confirm('I have stored it');
  await expect(main().locator('tbody tr')).toHaveCount(2);

  await page.goto(`${home}/settings/roles`);
  await button('Create a role').click();
  await dialog().getByLabel('Name').fill('Support');
  await dialog()
    .getByRole('combobox', { name: /^Permissions/ })
    .click();
  await page.getByRole('option', { name: 'invoices:view', exact: true }).click();
  await page.keyboard.press('Tab');
  await confirm('Create a role');
  await notice('The role is created.');

  await page.goto(`${home}/settings/people`);
  await button('Invite a person').click();
  await dialog().getByLabel('E-mail').fill('frank@example.com');
  await dialog()
    .getByRole('combobox', { name: /^Roles/ })
    .click();
  await page.getByRole('option', { name: 'Support' }).click();
  await page.keyboard.press('Tab');
  await confirm('Invite a person');
  await expect(dialog()).toContainText('/invitation/');
  await confirm('I have stored it');

  await page.goto(`${home}/developers/webhooks`);
  await main().getByRole('button', { name: 'Create an endpoint' }).first().click();
  await dialog().getByLabel('Address').fill('http://127.0.0.1:9/hooks');
  await confirm('Create an endpoint');
  await expect(page).toHaveURL(/developers\/webhooks\//);
  await button('Pause the endpoint').click();
  await confirm('Pause the endpoint');
  await notice('The endpoint is paused.');
  await page.locator('.notices').getByRole('button', { name: 'Undo' }).click();
  await notice('The endpoint is resumed.');
});

test('events of an unknown code are corrected and sent again', async () => {
  await api.ok('POST', '/api/v1/events', {
    event: { transaction_id: 'e-typo', external_subscription_id: 'acme', code: 'api_cals' },
  });
  await page.goto(`${home}/developers/event-errors`);
  const group = main().getByRole('region', { name: 'By error and code' });
  await expect(group).toContainText('api_cals');
  await withoutBarriers(page);
  await group.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Correct and send again' }).click();
  await expect(dialog().getByRole('combobox', { name: /^Metric/ })).toHaveValue(/api_calls/);
  await withoutBarriers(page);
  await confirm('Correct and send again');
  await notice('The events are sent again.');
  await expect(main()).toContainText('No errors.');
});

test('the drawer of developers follows the record of the page', async () => {
  await page.goto(`${home}/customers/backer_sohne`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('`');
  const drawer = page.getByRole('region', { name: 'Developers' });
  await expect(drawer).toContainText('Of this record');
  await drawer.getByRole('tab', { name: 'Calls' }).click();
  await expect(drawer).toContainText(/POST|Nothing yet/);
  await drawer.getByRole('tab', { name: 'Activity' }).click();
  await expect(drawer).toContainText('customer.created');
  await withoutBarriers(page);
  await button('Edit the customer').click();
  await dialog().getByLabel('City').fill('Bern');
  await confirm('Edit the customer');
  await notice('The customer is changed.');
  await page.goto(`${home}/invoices`);
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  await page.keyboard.press('`');
  await expect(page.getByRole('region', { name: 'Developers' })).toContainText('Of the organization');
  await page.keyboard.press('`');
  await expect(page.getByRole('region', { name: 'Developers' })).toBeHidden();
});
