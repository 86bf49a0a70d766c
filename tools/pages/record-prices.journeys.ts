import { expect, test, type Page } from '@playwright/test';
import { advanceClock } from '@tollgate/demo/installation';
import type { Api, Body } from '@tollgate/harness/api';
import { openEmptySandbox, withoutBarriers } from './browser.ts';
import { makeEmptySandbox } from './sandbox.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

interface Priced {
  charges: { amount_cents: number; parts: { precise_unit_amount: string }[] }[];
  total_amount_cents: number;
}

let home: string;
let page: Page;
let messages: () => string[];
let api: Api;
let metric: string;

const main = () => page.getByRole('main');
const dialog = () => page.getByRole('dialog');
const price = () => dialog().getByRole('region', { name: 'Price', exact: true });
const table = (name: string) => price().getByRole('table', { name });
const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
/** A field by its whole label, mandatory or not. */
const box = (label: string) => dialog().getByLabel(new RegExp(`^${label}( \\*)?$`));
const notice = (text: string) => expect(page.locator('.notices')).toContainText(text);

/** Six ranges: their ends, prices of a unit, and prices of the range. */
const ranges = [
  [0, 5, '0.5', '0'],
  [6, 100, '0.4', '1'],
  [101, 1_000, '0.3', '0'],
  [1_001, 10_000, '0.2', '0'],
  [10_001, 100_000, '0.1', '0'],
  [100_001, null, '0.05', '0'],
] as const;
const copied = ['From\tTo\tUnit\tFlat', ...ranges.map((cells) => cells.map((cell) => cell ?? '∞').join('\t'))].join(
  '\r\n',
);

/**
 * The cents of quantities, added by hand: the units of each range that a quantity reaches, and the price of the second
 * range.
 */
const byHand: Record<string, number> = {
  '0': 0,
  '5': 5 * 50,
  '6': 5 * 50 + 100 + 40,
  '1000000': 5 * 50 + 100 + 95 * 40 + 900 * 30 + 9_000 * 20 + 90_000 * 10 + 900_000 * 5,
};

/** The answers of the call for quantities. */
async function called(quantities: string[]): Promise<Priced[]> {
  const graduated_ranges = ranges.map(([from_value, to_value, per_unit_amount, flat_amount]) => ({
    from_value,
    to_value,
    per_unit_amount,
    flat_amount,
  }));
  const charge = { billable_metric_id: metric, charge_model: 'graduated', properties: { graduated_ranges } };
  const plan: Body = {
    interval: 'monthly',
    amount_cents: 1000,
    amount_currency: 'EUR',
    pay_in_advance: false,
    charges: [charge],
  };
  const body = { plan, quantities: quantities.map((units) => ({ units })) };
  return (await api.ok<{ plan_prices: { quantities: Priced[] } }>('POST', '/api/v1/plans/price', body)).plan_prices
    .quantities;
}

/** The part of a browser that pastes. */
interface Clipboard {
  DataTransfer: new () => { setData(type: string, text: string): void };
  ClipboardEvent: new (type: string, init: object) => never;
}

/** Pastes a text into a field, as from a spreadsheet. */
const paste = (name: string, text: string) =>
  dialog()
    .getByLabel(name, { exact: true })
    .evaluate((element, pasted) => {
      const browser = globalThis as unknown as Clipboard;
      const clipboardData = new browser.DataTransfer();
      clipboardData.setData('text', pasted);
      element.dispatchEvent(new browser.ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);

test.beforeAll(async ({ browser }) => {
  const sandbox = await makeEmptySandbox('petra@example.com');
  ({ api } = sandbox);
  const created = await api.ok<{ billable_metric: { svc_id: string } }>('POST', '/api/v1/billable_metrics', {
    billable_metric: { name: 'Tokens', code: 'tokens', aggregation_type: 'sum_agg', field_name: 'n' },
  });
  metric = created.billable_metric.svc_id;
  ({ page, messages, home } = await openEmptySandbox(browser, sandbox));
});
// A price of an unfinished form is refused, and the page of a deleted test is missing.
test.afterEach(() => expect(messages().filter((message) => !/status of (404|422)/.test(message))).toEqual([]));

test('a plan of pasted ranges shows its prices, which are those of the call and of a sum by hand', async () => {
  await page.goto(`${home}/catalog/plans`);
  await main().getByRole('button', { name: 'Create a plan' }).first().click();
  await expect(price()).toContainText('Enter a currency to see prices.');
  await box('Name').fill('Basic');
  await dialog().getByLabel('Currency').fill('EUR');
  await dialog().getByLabel('Amount of each period').fill('10');
  await expect(price().locator('.big data')).toHaveAttribute('value', '10.00');
  await dialog().getByRole('combobox', { name: 'Charge 1 · Metric' }).click();
  await page.getByRole('option', { name: /Tokens/ }).click();
  await dialog().getByLabel('Charge 1 · Price model').selectOption({ label: 'Graduated' });
  await expect(price()).toContainText('Enter the price of each charge to see prices.');
  await paste('1: From', copied);
  await expect(dialog().getByLabel('6: For each unit')).toHaveValue('0.05');
  await expect(price().getByRole('img', { name: 'Amount by quantity' })).toBeVisible();

  const quantities = Object.keys(byHand);
  for (const [place, quantity] of quantities.entries())
    await price()
      .getByLabel(`Quantity ${place + 1}`)
      .fill(quantity);
  const answers = await called(quantities);
  for (const [place, quantity] of quantities.entries()) {
    const cents = answers[place]?.charges[0]?.amount_cents ?? -1;
    expect(cents).toBe(byHand[quantity]);
    expect(answers[place]?.total_amount_cents).toBe(cents + 1000);
    const values = table('Chosen quantities')
      .getByRole('row')
      .nth(place + 1)
      .locator('data');
    await expect(values.nth(0)).toHaveAttribute('value', (cents / 100).toFixed(2));
    await expect(values.nth(1)).toHaveAttribute(
      'value',
      answers[place]?.charges[0]?.parts[0]?.precise_unit_amount ?? '',
    );
    await expect(values.nth(2)).toHaveAttribute('value', ((cents + 1000) / 100).toFixed(2));
  }
  await price().getByLabel('Quantity 3').focus();
  await expect(table('How 6 units are priced')).toContainText('€3.90');
  await withoutBarriers(page);
});

test('gaps and overlaps are in their cells, and the keyboard reaches every point of the curve', async () => {
  await dialog().getByLabel('3: From', { exact: true }).fill('50');
  await expect(dialog()).toContainText('Overlaps the range before');
  await expect(price()).toContainText('Complete the form to see prices.');
  await dialog().getByLabel('3: From', { exact: true }).fill('300');
  await expect(dialog()).toContainText('Gap after the range before');
  await dialog().getByLabel('2: Up to', { exact: true }).fill('100');
  await dialog().getByLabel('3: From', { exact: true }).fill('');
  await expect(price().getByRole('img', { name: 'Amount by quantity' })).toBeVisible();
  await price().getByText('Average price of a unit', { exact: true }).first().click();
  await price().getByText('Logarithmic').click();
  await expect(price().getByRole('img', { name: 'Average price of a unit by quantity' })).toBeVisible();
  await price().locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(price().getByRole('table', { name: /^How .* units are priced$/ })).toBeVisible();
  await withoutBarriers(page);
  await confirm('Create a plan');
  await notice('The plan is created.');
  await expect(main()).toContainText('100,001');
});

test('a changed price is shown on the months of a customer', async () => {
  await api.ok('POST', '/api/v1/customers', { customer: { external_id: 'acme', name: 'Acme', currency: 'EUR' } });
  await api.ok('POST', '/api/v1/subscriptions', {
    subscription: { external_customer_id: 'acme', external_id: 'acme-main', plan_code: 'basic' },
  });
  const event = (transaction_id: string, n: number) => ({
    transaction_id,
    external_subscription_id: 'acme-main',
    code: 'tokens',
    properties: { n },
  });
  await api.ok('POST', '/api/v1/events/batch', { events: [event('t1', 6)] });
  await advanceClock(api, '2026-02-15T12:00:00Z');
  await page.reload();
  await main().getByRole('button', { name: 'Edit the plan' }).click();
  await dialog().getByLabel('1: For each unit').fill('0.25');
  // Prices that arrive meanwhile may close the list.
  await expect(async () => {
    await dialog().getByRole('combobox', { name: 'On the months of a subscription' }).click();
    await page.getByRole('option', { name: /acme/ }).click({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  const month = table('Billing periods of the subscription').getByRole('row').nth(2).locator('data');
  await expect(month).toHaveText(['€3.90', '€2.65', '−€1.25'], { timeout: 60_000 });
  await expect(price()).toContainText('the period runs');
  await withoutBarriers(page);
  await confirm('Edit the plan');
  await notice('The plan is changed.');
  await expect(main()).toContainText('€0.25');
});

test('the prices of a form are tested on past usage, and each subscription opens into both prices', async () => {
  await main().getByRole('button', { name: 'Edit the plan' }).click();
  await dialog().getByLabel('1: For each unit').fill('0.5');
  await dialog().getByRole('button', { name: 'Test the prices', exact: true }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Test the prices' });
  // Escape closes the dialog in front alone.
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await dialog().getByRole('button', { name: 'Test the prices', exact: true }).press('Enter');
  await form.getByLabel('Name of the test').fill('Dearer');
  await form.getByLabel(/^Customers/).selectOption({ label: 'Customers by a filter' });
  await form.getByLabel('Currencies').fill('eur');
  await withoutBarriers(page);
  await form.getByLabel('Currencies').press('Enter');
  await notice('The test has begun.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dearer');
  const sums = main().getByRole('table', { name: 'Sums' });
  await expect(sums.getByRole('row').nth(1).locator('data')).toHaveText('€12.65', { timeout: 60_000 });
  await expect(sums.getByRole('row').nth(2).locator('data')).toHaveText('€13.90');
  await expect(sums.getByRole('row').nth(3).locator('data')).toHaveText('€1.25');
  await expect(main().getByRole('img', { name: 'Differences of tenths of the subscriptions' })).toBeVisible();
  await withoutBarriers(page);

  // The keyboard reaches the row, opens its story, and comes back to it.
  const row = main().getByRole('button', { name: 'acme-main', exact: true });
  await row.focus();
  await page.keyboard.press('Enter');
  const story = page.getByRole('dialog', { name: 'Both prices of acme-main' });
  await expect(story.getByRole('region', { name: /^Present prices:/ })).toContainText('€2.65');
  await expect(story.getByRole('region', { name: /^Tested prices:/ })).toContainText('€3.90');
  await withoutBarriers(page);
  await page.keyboard.press('Escape');
  await expect(story).toBeHidden();
  await sums
    .getByRole('row', { name: /cost more/ })
    .getByRole('link')
    .click();
  await expect(main().getByLabel('Change of the amount')).toHaveValue('more');
  await expect(row).toBeVisible();
  await main().getByLabel('Change of the amount').selectOption({ label: 'Cost less' });
  await expect(main()).toContainText('No subscription matches these filters.');
  await main().getByLabel('Change of the amount').selectOption({ label: 'All' });
  await expect(row).toBeVisible();
});

test('a test is renamed, compared, deleted and exported, and the form still has its prices', async () => {
  const another = await api.ok<{ price_test: { svc_id: string } }>('POST', '/api/v1/plans/basic/impact', {
    price_test: {
      name: 'Dear',
      plan: { interval: 'monthly', amount_cents: 2000, amount_currency: 'EUR', pay_in_advance: false },
    },
  });
  await main().getByRole('button', { name: 'Rename the test' }).click();
  await box('Name').fill('Dearer by half');
  await confirm('Rename the test');
  await notice('The test is renamed.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dearer by half');
  await main().getByRole('combobox', { name: 'Compare with another test' }).click();
  await page.getByRole('option', { name: /^Dear ·/ }).click();
  const sums = main().getByRole('table', { name: 'Sums' });
  await expect(sums.getByRole('row').nth(2).locator('data')).toHaveText(['€13.90', '€20.00'], { timeout: 60_000 });
  await withoutBarriers(page);
  await main().getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete the test' }).click();
  await confirm('Delete the test');
  await notice('The test is deleted.');
  await page.goto(`${home}/catalog/price-tests`);
  await expect(main().getByRole('row')).toHaveCount(2);
  await expect(main().getByRole('link', { name: 'Dear', exact: true })).toHaveAttribute(
    'href',
    new RegExp(another.price_test.svc_id),
  );
  await withoutBarriers(page);
  await page.goto(`${home}/catalog/plans/basic`);
  await main().getByRole('button', { name: 'Edit the plan' }).click();
  await expect(dialog().getByLabel('1: For each unit')).toHaveValue('0.5');
  await dialog().getByRole('button', { name: 'Test the prices', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Test the prices' });
  await form.getByLabel(/^Usage/).selectOption({ label: 'The running billing period' });
  await form.getByLabel(/^Customers/).selectOption({ label: 'Chosen customers' });
  await form.getByRole('combobox', { name: '1: Customer' }).click();
  await page.getByRole('option', { name: /Acme/ }).click();
  await form.getByRole('button', { name: 'Test the prices', exact: true }).click();
  await notice('The test has begun.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('basic');
  await expect(main().getByRole('button', { name: 'acme-main', exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(main()).toContainText('The bill may differ');
  await main().getByRole('button', { name: 'Export the results' }).click();
  await dialog()
    .getByLabel(/^Format/)
    .selectOption('jsonl');
  await confirm('Export the results');
  await notice('The file is written.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^price_test_results/);
  await page.goto(`${home}/catalog/plans/basic`);
  await main().getByRole('button', { name: 'Edit the plan' }).click();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
});

test('versions of a plan state who changed it and how, and one of them is made again', async () => {
  const version = (place: number) => main().getByRole('table', { name: 'Versions' }).getByRole('row').nth(place);
  await expect(version(1)).toContainText('Charge tokens: graduated range 1, per unit amount from 0.5 to 0.25 EUR');
  await expect(version(1)).toContainText('petra@example.com');
  await expect(version(2)).toContainText('First version');
  await version(1).getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: /Make again/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await version(2).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Make again' }).click();
  await withoutBarriers(page);
  await confirm('Make again');
  await notice('The plan is changed.');
  await expect(version(1)).toContainText('per unit amount from 0.25 to 0.5 EUR');
  await withoutBarriers(page);
});

test('a plan is duplicated under another name', async () => {
  await main().getByRole('button', { name: 'Duplicate' }).click();
  await expect(box('Name')).toHaveValue('Basic (copy)');
  await expect(box('Code')).toHaveValue('basic_copy');
  await expect(dialog().getByLabel('6: For each unit')).toHaveValue('0.05');
  await withoutBarriers(page);
  await confirm('Duplicate');
  await notice('The plan is duplicated.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Basic (copy)');
  const plan = async (code: string) => {
    const answer = await api.ok<{ plan: { amount_cents: number; charges: { properties: object }[] } }>(
      'GET',
      `/api/v1/plans/${code}`,
    );
    return [answer.plan.amount_cents, answer.plan.charges.map(({ properties }) => properties)];
  };
  expect(await plan('basic_copy')).toEqual(await plan('basic'));
});
