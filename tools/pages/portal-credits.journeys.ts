import { expect, test, type Page } from '@playwright/test';
import { advanceClock } from '@tollgate/demo/installation';
import type { Api } from '@tollgate/harness/api';
import { openPart, watch, withoutBarriers } from './browser.ts';
import { makeEmptySandbox } from './sandbox.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let api: Api;
let page: Page;
let messages: () => string[];
let wallet: string;

const credits = () => page.getByRole('region', { name: 'Prepaid credits', exact: true });
const usage = () => page.getByRole('region', { name: 'Basic', exact: true });

test.beforeAll(async ({ browser }) => {
  ({ api } = await makeEmptySandbox('carla@example.com'));
  await advanceClock(api, '2026-03-01T00:00:00Z');
  const { billable_metric: metric } = await api.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/api/v1/billable_metrics',
    { billable_metric: { name: 'Tokens', code: 'tokens', aggregation_type: 'sum_agg', field_name: 'units' } },
  );
  const charges = [{ billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '0.01' } }];
  const priced = { interval: 'monthly', amount_cents: 3100, amount_currency: 'EUR', pay_in_advance: true };
  await api.ok('POST', '/api/v1/plans', { plan: { name: 'Basic', code: 'basic', ...priced, charges } });
  await api.ok('POST', '/api/v1/customers', {
    customer: { external_id: 'acme', name: 'Acme', currency: 'EUR', email: 'accounts@acme.example' },
  });
  const rule = { trigger: 'threshold', threshold_credits: '20', paid_credits: '50' };
  ({
    wallet: { svc_id: wallet },
  } = await api.ok<{ wallet: { svc_id: string } }>('POST', '/api/v1/wallets', {
    wallet: {
      ...{ external_customer_id: 'acme', name: 'Prepaid', rate_amount: '1', currency: 'EUR', granted_credits: '300' },
      ...{ expiration_at: '2027-03-01T12:00:00Z', recurring_transaction_rules: [rule] },
    },
  }));
  await advanceClock(api, '2026-03-02T00:00:00Z');
  await api.ok('POST', '/api/v1/subscriptions', {
    subscription: { external_customer_id: 'acme', external_id: 's', plan_code: 'basic', billing_time: 'anniversary' },
  });
  const { billing_entities: entities } = await api.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/api/v1/billing_entities',
  );
  await api.ok('PUT', `/api/v1/billing_entities/${entities[0]?.code ?? ''}`, {
    billing_entity: {
      portal_settings: {
        ...{ headline: 'Billing of Carla', intro: 'We answer on weekdays.\nPlease name your invoice.' },
        ...{ support_email: 'help@carla.example', support_url: 'https://carla.example/help' },
      },
    },
  });
  await advanceClock(api, '2026-03-11T00:00:00Z');
  const { customer } = await api.ok<{ customer: { portal_url: string } }>('GET', '/api/v1/customers/acme/portal_url');
  page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  messages = watch(page);
  await page.goto(new URL(customer.portal_url).pathname);
});

test('a portal has the texts of its issuer, and the contact at its foot', async () => {
  await expect(page.getByText('Billing of Carla')).toBeVisible();
  await expect(page.getByText('We answer on weekdays.')).toBeVisible();
  const foot = page.locator('footer');
  await expect(foot.getByRole('link', { name: 'help@carla.example' })).toHaveAttribute(
    'href',
    'mailto:help@carla.example',
  );
  await expect(foot.getByRole('link', { name: 'Help', exact: true })).toHaveAttribute(
    'href',
    'https://carla.example/help',
  );
});

test('credits run down over time, and a rule says when they are topped up', async () => {
  await openPart(page, 'Prepaid credits');
  await expect(credits()).toContainText('The credits expire on');
  await expect(credits()).toContainText('as soon as 20 credits or fewer are left');
  await expect(credits()).toContainText('It buys 50 credits');
  await credits().getByRole('button', { name: 'Show the balance over time: Prepaid' }).click();
  await expect(credits().getByRole('img', { name: 'Balance over time' })).toBeVisible();
  await expect(credits()).toContainText('At the pace of the last 30 days, the credits end on');
  await credits().getByText('The same as a table').click();
  const table = credits().getByRole('region', { name: 'Balance over time' });
  const { wallet: stored } = await api.ok<{ wallet: { balance_cents: number } }>('GET', `/api/v1/wallets/${wallet}`);
  await expect(table.locator('tbody tr').first().locator('data').last()).toHaveAttribute(
    'value',
    (stored.balance_cents / 100).toFixed(2),
  );
  await withoutBarriers(page);
  const before = await table.locator('tbody tr').count();
  await credits().getByLabel('Balance over time', { exact: true }).first().selectOption({ label: 'The last 90 days' });
  await expect.poll(() => table.locator('tbody tr').count()).toBeGreaterThan(before);
  expect(messages()).toEqual([]);
});

test('a customer sets an alert on its usage, and removes it', async () => {
  await openPart(page, 'Usage');
  await usage().getByRole('button', { name: 'Alert me by mail: Basic' }).click();
  await expect(usage()).toContainText('The mail goes to accounts@acme.example');
  await usage().getByLabel('Amount in EUR').fill('12.345');
  await usage().getByRole('button', { name: 'Set the alert' }).click();
  await expect(usage().getByLabel('Amount in EUR')).toHaveAttribute('aria-invalid', 'true');
  await withoutBarriers(page);
  await usage().getByLabel('Amount in EUR').fill('12.50');
  await usage().getByRole('button', { name: 'Set the alert' }).click();
  const list = usage().getByRole('list', { name: 'Alerts on the usage of Basic' });
  await expect(list).toContainText('A mail when the usage of a period reaches €12.50');
  await usage().getByRole('button', { name: 'Alert me by mail: Basic' }).click();
  await usage().getByLabel('Watched usage').selectOption({ label: 'Tokens: units' });
  await usage().getByRole('textbox', { name: 'Units', exact: true }).fill('1,000');
  await usage().getByRole('button', { name: 'Set the alert' }).click();
  await expect(list).toContainText('A mail when Tokens reaches 1,000 in a period');
  const { alerts } = await api.ok<{ alerts: { thresholds: { value: string }[]; created_by_customer: boolean }[] }>(
    'GET',
    '/api/v1/subscriptions/s/alerts',
  );
  expect(alerts.map(({ thresholds, created_by_customer: own }) => [thresholds[0]?.value, own]).sort()).toEqual([
    ['1000.0', true],
    ['1250.0', true],
  ]);
  await list.getByRole('button', { name: 'Remove the alert on Tokens' }).click();
  await expect(list).not.toContainText('Tokens');
  await withoutBarriers(page);
});
