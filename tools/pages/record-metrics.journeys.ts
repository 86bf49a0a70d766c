import { expect, test, type Page } from '@playwright/test';
import type { Api } from '@tollgate/harness/api';
import { openEmptySandbox, withoutBarriers } from './browser.ts';
import { makeEmptySandbox } from './sandbox.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

let home: string;
let page: Page;
let messages: () => string[];
let api: Api;

const main = () => page.getByRole('main');
const dialog = () => page.getByRole('dialog');
const preview = () => dialog().getByRole('region', { name: 'Preview' });
/** A field by its whole label, mandatory or not. */
const typed = (label: string) => dialog().getByLabel(new RegExp(`^${label}( \\*)?$`));
const box = (name: string | RegExp) => dialog().getByRole('combobox', { name });
const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const notice = (text: string) => expect(page.locator('.notices')).toContainText(text);

/** Chooses one of the proposals for a text. */
async function propose(name: string | RegExp, option: string): Promise<void> {
  await box(name).click();
  await page.getByRole('option', { name: option }).click();
  await expect(box(name)).toHaveValue(option.split(' · ')[0] ?? '');
}

/** Presses Tab until a control has the focus. */
async function tabTo(name: string): Promise<void> {
  const control = typed(name);
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}

test.beforeAll(async ({ browser }) => {
  const sandbox = await makeEmptySandbox('ida@example.com');
  ({ api } = sandbox);
  const events = [
    { count: 5, region: 'eu' },
    { count: '2.5', region: 'eu' },
    { count: 1, region: 'us' },
    { region: 'asia' },
  ];
  await api.ok('POST', '/api/v1/events/batch', {
    events: events.map((properties, place) => ({
      transaction_id: `t${place}`,
      external_subscription_id: 'acme-main',
      code: 'tokens',
      properties,
    })),
  });
  ({ page, messages, home } = await openEmptySandbox(browser, sandbox));
});
// A preview of an unfinished form is refused.
test.afterEach(() => expect(messages().filter((message) => !message.includes('status of 422'))).toEqual([]));

test('a metric is made beside the events that it counts, with the mouse', async () => {
  await page.goto(`${home}/catalog/metrics`);
  await main().getByRole('button', { name: 'Create a metric' }).first().click();
  await expect(preview()).toContainText('Enter a code');
  await typed('Name').fill('Tokens');
  await expect(preview()).toContainText('4 of 4 events count.');
  await typed('Aggregation').selectOption({ label: 'Sum' });
  await expect(preview()).toContainText('Complete the form');
  await propose(/^Property/, 'count · 3');
  await expect(preview()).toContainText('3 of 4 events count.');
  await expect(preview()).toContainText('Property missing');
  await propose('1: Property', 'region · 4');
  await propose('1: Value', 'eu · 2');
  await expect(preview()).toContainText('These count outside all filters');
  await typed('Expression').fill('event.properties.count * 2');
  await expect(preview()).toContainText('Expression without a result: Variable: count not found');
  await typed('Event').selectOption('t0');
  await expect(preview()).toContainText('Result: 10.0');
  await withoutBarriers(page);
  await typed('Expression').fill('event.properties.count *');
  await expect(preview()).toContainText('The expression cannot be read.');
  await typed('Expression').fill('');
  await confirm('Create a metric');
  await notice('The metric is created.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tokens');
  await expect(main()).toContainText('region');
});

test('prices by filters propose the values that events have', async () => {
  await page.goto(`${home}/catalog/plans`);
  await main().getByRole('button', { name: 'Create a plan' }).first().click();
  await typed('Name').fill('Basic');
  await typed('Currency').fill('EUR');
  await dialog().getByRole('combobox', { name: '1: Metric' }).click();
  await page.getByRole('option', { name: /Tokens/ }).click();
  await dialog().getByLabel('1: Price of a unit').fill('2');
  await propose('1: Property', 'region');
  await propose('1: Value', 'eu · 2');
  await withoutBarriers(page);
  await confirm('Create a plan');
  await notice('The plan is created.');
  await expect(main()).toContainText('region: eu');
});

test('a change of a metric warns of what follows, with the keyboard', async () => {
  await api.ok('POST', '/api/v1/customers', { customer: { external_id: 'acme', name: 'Acme', currency: 'EUR' } });
  await api.ok('POST', '/api/v1/subscriptions', {
    subscription: { external_customer_id: 'acme', external_id: 'acme-main', plan_code: 'basic' },
  });
  await page.goto(`${home}/catalog/metrics/tokens`);
  await main().getByRole('button', { name: 'Edit the metric' }).focus();
  await page.keyboard.press('Enter');
  await expect(preview()).toContainText('3 of 4 events count.');
  await tabTo('Aggregation');
  await page.keyboard.press('m');
  await expect(dialog()).toContainText('these stay as they are: Aggregation.');
  await tabTo('1: Value');
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.type('us');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(box('1: Value')).toHaveValue('us');
  await expect(dialog()).toContainText('Plans: 1. Active subscriptions: 1.');
  await expect(dialog()).toContainText('Prices that are removed: 1.');
  await withoutBarriers(page);
  await tabTo('Name');
  await page.keyboard.press('Enter');
  await notice('The metric is changed.');
  await expect(main()).toContainText('us');
});

test('a deletion says which plans lose a metric', async () => {
  await main().getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Delete the metric' }).click();
  await expect(dialog().locator('aside')).toContainText('Plans: 1. Active subscriptions: 1.');
  await withoutBarriers(page);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
});
