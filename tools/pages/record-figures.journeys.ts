import { expect, test, type Page } from '@playwright/test';
import { open, withoutBarriers } from './browser.ts';
import type { Sandbox } from './sandbox.ts';
import { enterSandbox } from './visitor.ts';

test.describe.configure({ mode: 'serial' });

interface Month {
  month_to_date: {
    currencies: {
      currency: string;
      invoiced: { amount_cents: number; amount_excluding_taxes_cents: number };
      collected: { amount_cents: number };
      open: { amount_cents: number; previous_amount_cents: number };
      mrr: { amount_cents: number; previous_amount_cents: number };
    }[];
  };
}

let home: string;
let sandbox: Sandbox;
let page: Page;
let messages: () => string[];

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const rows = () => page.getByRole('main').locator('tbody tr');
const figure = (name: string) => page.getByRole('region', { name: `${name} EUR` });
const euros = (cents: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' }).format(cents / 100);

test.beforeAll(async ({ browser }) => {
  ({ sandbox, page, messages, home } = await enterSandbox(browser, 'frida@example.com'));
});
test.afterEach(() => expect(messages()).toEqual([]));

test('the overview has four figures, which are those of the call and of a hand', async () => {
  await open(page, home);
  const { month_to_date: month } = await sandbox.api.ok<Month>('GET', '/api/v1/analytics/month_to_date');
  const [figures] = month.currencies;
  // Acme: 17 of 31 days of 49.00 are 26.87, and 9.50 of usage; 7.27 taxes. The other one: 16.87 after a coupon of 10.00,
  // and 3.37 taxes; 5.00 of them are prepaid, so of 15.24 another 12.70 are without taxes.
  expect(figures).toMatchObject({
    currency: 'EUR',
    invoiced: { amount_cents: 4364 + 1524, amount_excluding_taxes_cents: 3637 + 1270 },
    collected: { amount_cents: 4364 },
    open: { amount_cents: 1524, previous_amount_cents: 0 },
    mrr: { amount_cents: 2 * 4900, previous_amount_cents: 2 * 4900 },
  });
  await expect(figure('Invoiced without taxes')).toContainText(euros(4907));
  await expect(figure('Invoiced without taxes')).toContainText(`With taxes ${euros(5888)}`);
  await expect(figure('Invoiced without taxes')).toContainText(`Last month until Jan 20, 2026: ${euros(0)}`);
  await expect(figure('Collected')).toContainText(euros(4364));
  await expect(figure('Open')).toContainText(`1–30 days${euros(1524)}`);
  await expect(figure('Monthly recurring revenue')).toContainText(euros(9800));
  await withoutBarriers(page);
});

test('what needs attention says what to do, and leads to its list', async () => {
  const attention = page.locator('.eyes');
  await expect(attention.getByRole('listitem').first()).toContainText('Since');
  await expect(attention).toContainText('Request their payment.');
  await page.getByRole('link', { name: /Overdue invoices/ }).click();
  await expect(page).toHaveURL(/tab=overdue/);
  await expect(rows()).toHaveCount(1);
});

test('each figure opens rows with exactly its sum', async () => {
  const opened = async (name: string, sum: RegExp) => {
    await open(page, home);
    await figure(name).locator('.big').getByRole('link').click();
    await expect(page.locator('h1')).toContainText(sum);
    await expect(rows().first()).toBeVisible();
  };
  await opened('Invoiced without taxes', /without taxes €49\.07/);
  await withoutBarriers(page);
  await opened('Collected', /€43\.64/);
  await opened('Open', /due €15\.24/);
  await opened('Monthly recurring revenue', /€98\.00/);
  await expect(rows()).toHaveCount(2);
  await withoutBarriers(page);
  await open(page, home);
  await figure('Open').getByRole('link', { name: '1–30 days' }).click();
  await expect(page.locator('h1')).toContainText('due €15.24');
  await open(page, `${home}/analytics/ageing`);
  await expect(rows()).toHaveCount(1);
  await expect(rows()).toContainText('€15.24');
  await withoutBarriers(page);
});

test('the close of a month counts what is left to do, each with its list', async () => {
  await open(page, `${home}/close`);
  await expect(heading('Close of the month')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Month' })).toHaveValue('2026-01');
  const events = page.getByRole('row', { name: /Events that do not count/ });
  await expect(events).toContainText('To do');
  await expect(page.getByRole('row', { name: /Draft invoices/ })).toContainText('Done');
  await withoutBarriers(page);
  const count = Number(await events.getByRole('cell').nth(2).innerText());
  await events.getByRole('link').click();
  await expect(heading('Events that do not count')).toBeVisible();
  // The groups of errors above the list lead nowhere.
  await expect(rows().filter({ has: page.getByRole('link') })).toHaveCount(count);
  await page.goBack();
  await page.getByRole('combobox', { name: 'Month' }).selectOption('2026-02');
  await expect(page).toHaveURL(/month=2026-02/);
  await expect(page.getByText('The month has not ended.')).toBeVisible();
  await page.getByRole('link', { name: 'Collected' }).click();
  await expect(page.locator('h1')).toContainText('€43.64');
});

test('movements of revenue, e-mails and customers have lists of their own', async () => {
  for (const [path, name] of [
    ['/analytics/movements', 'Movements of recurring revenue'],
    ['/analytics/customer-mrr', 'Monthly recurring revenue by customer'],
    ['/analytics/deferred-revenue', 'Deferred revenue'],
    ['/emails', 'E-mails'],
  ] as const) {
    await open(page, home + path);
    await expect(heading(name)).toBeVisible();
    await expect(page.locator('.shapes')).toHaveCount(0);
    await withoutBarriers(page);
  }
});
