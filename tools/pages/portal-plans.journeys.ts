import { expect, test, type Page } from '@playwright/test';
import { advanceClock } from '@tollgate/demo/installation';
import type { Api } from '@tollgate/harness/api';
import { field, latestMail, openPart, watch, withoutBarriers } from './browser.ts';
import { makeEmptySandbox } from './sandbox.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let api: Api;
let page: Page;
let messages: () => string[];

const subscriptions = () => page.getByRole('region', { name: 'Subscriptions', exact: true });
const button = (name: string) => subscriptions().getByRole('button', { name, exact: true });
const invoices = async () =>
  (await api.ok<{ invoices: { total_amount_cents: number }[] }>('GET', '/api/v1/invoices')).invoices;

async function makePlan(code: string, name: string, amount_cents: number, charges: object[]): Promise<void> {
  const priced = { interval: 'monthly', amount_cents, amount_currency: 'EUR', pay_in_advance: true };
  await api.ok('POST', '/api/v1/plans', { plan: { name, code, ...priced, charges } });
}

test.beforeAll(async ({ browser }) => {
  ({ api } = await makeEmptySandbox('pina@example.com'));
  await advanceClock(api, '2026-03-01T00:00:00Z');
  const { billable_metric: metric } = await api.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/api/v1/billable_metrics',
    { billable_metric: { name: 'Tokens', code: 'tokens', aggregation_type: 'sum_agg', field_name: 'units' } },
  );
  const properties = { amount: '0.01', pricing_group_keys: ['region'] };
  const charges = [{ billable_metric_id: metric.svc_id, charge_model: 'standard', properties }];
  await makePlan('basic', 'Basic', 3100, charges);
  await makePlan('business', 'Business', 9300, charges);
  await api.ok('POST', '/api/v1/customers', { customer: { external_id: 'acme', name: 'Acme', currency: 'EUR' } });
  await api.ok('POST', '/api/v1/subscriptions', {
    subscription: { external_customer_id: 'acme', external_id: 's', plan_code: 'basic', billing_time: 'calendar' },
  });
  const { billing_entities: entities } = await api.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/api/v1/billing_entities',
  );
  await api.ok('PUT', `/api/v1/billing_entities/${entities[0]?.code ?? ''}`, {
    billing_entity: {
      portal_settings: { offered_plan_codes: ['basic', 'business'], subscription_ends: ['now', 'period_end'] },
    },
  });
  await api.ok('POST', '/api/v1/events', {
    event: {
      transaction_id: 'one',
      external_subscription_id: 's',
      code: 'tokens',
      timestamp: Date.parse('2026-03-05T10:00:00Z') / 1000,
      properties: { units: 1200, region: 'eu' },
    },
  });
  await advanceClock(api, '2026-03-11T00:00:00Z');
  const { customer } = await api.ok<{ customer: { portal_url: string } }>('GET', '/api/v1/customers/acme/portal_url');
  page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  messages = watch(page);
  await page.goto(new URL(customer.portal_url).pathname);
});

test('a customer sees its usage by day, and split by what splits its price', async () => {
  await openPart(page, 'Usage');
  const usage = page.getByRole('region', { name: 'Basic', exact: true });
  await expect(usage.getByRole('img', { name: 'Usage by day' })).toBeVisible();
  await usage.getByText('The same as a table').click();
  await expect(usage.getByRole('region', { name: 'Usage by day' })).toContainText('1,200');
  await usage.getByLabel('Split by').selectOption('region');
  await expect(usage.getByRole('region', { name: 'Usage by day' })).toContainText('1,200');
  await withoutBarriers(page);
});

test('a change of the plan is billed as its preview says', async () => {
  await openPart(page, 'Subscriptions');
  await button('Change the plan: Basic').click();
  await expect(subscriptions().getByRole('radio', { name: /^Basic/ })).toBeDisabled();
  await subscriptions()
    .getByRole('radio', { name: /^Business/ })
    .check();
  const total = subscriptions().locator('dl.totals dd').last();
  await expect(total).toContainText('€');
  await withoutBarriers(page);
  const cents = Math.round(Number(await total.locator('data').getAttribute('value')) * 100);
  await button('Change the plan').click();
  await expect(button('Change the plan: Business')).toBeVisible();
  await expect.poll(async () => (await invoices())[0]?.total_amount_cents, { timeout: 30_000 }).toBe(cents);
  expect(await invoices()).toHaveLength(2);
});

test('an end comes with the period, and is taken back', async () => {
  await button('End the subscription: Business').click();
  await expect(subscriptions().getByRole('radio', { name: 'At the end of the period' })).toBeChecked();
  await subscriptions().getByLabel('Why do you end it?').fill('The project is finished');
  await withoutBarriers(page);
  await button('End the subscription').click();
  await expect(subscriptions()).toContainText('Ends on');
  const { subscription } = await api.ok<{ subscription: object }>('GET', '/api/v1/subscriptions/s');
  expect(subscription).toMatchObject({
    ending_at: '2026-03-31T22:00:00Z',
    ending_reason: 'The project is finished',
  });
  await button('Keep the subscription').click();
  await expect(button('End the subscription: Business')).toBeVisible();
  expect(messages()).toEqual([]);
});

test('a downgrade waits for the end of the period, and is taken back', async () => {
  await button('Change the plan: Business').click();
  await subscriptions()
    .getByRole('radio', { name: /^Basic/ })
    .check();
  await button('Change the plan').click();
  await expect(subscriptions()).toContainText('Changes to the plan basic at the end of the period');
  await button('Keep the present plan').click();
  await expect(subscriptions()).not.toContainText('Changes to the plan');
  expect(messages()).toEqual([]);
});

test('who has no link signs in with a code from a mail', async ({ browser }) => {
  const { organization } = await api.ok<{ organization: { slug: string } }>('GET', '/api/v1/organizations');
  const { billing_entities: entities } = await api.ok<{ billing_entities: { code: string }[] }>(
    'GET',
    '/api/v1/billing_entities',
  );
  await api.ok('PUT', `/api/v1/billing_entities/${entities[0]?.code ?? ''}`, {
    billing_entity: { portal_settings: { sign_in_by_mail: true } },
  });
  const email = 'accounts@acme.example';
  await api.ok('POST', '/api/v1/customers', { customer: { external_id: 'acme', email } });
  const entrance = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  const reports = watch(entrance);
  await entrance.goto(`/portal/sign-in/${organization.slug}`);
  await entrance.getByLabel('E-mail address').fill(email);
  await withoutBarriers(entrance);
  await entrance.getByRole('button', { name: 'Send a code' }).click();
  await field(entrance, 'Code').fill(await latestMail(email, /\d{4} \d{4}/));
  await withoutBarriers(entrance);
  await entrance.getByRole('button', { name: 'Sign in' }).click();
  await expect(entrance.getByRole('heading', { level: 1, name: 'Acme' })).toBeVisible();
  expect(reports()).toEqual([]);
});
