// Customers pay in the portal by the doubles of three providers. They pay on a page, by a stored card that is declined,
// and by a debit that is under way for days.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { advanceClock } from '@tollgate/demo/installation';
import type { Api } from '@tollgate/harness/api';
import { ProviderControl } from '@tollgate/payment-providers/control-client';
import { openPart, watch, withoutBarriers } from './browser.ts';
import { makeEmptySandbox } from './sandbox.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

/** A running double, as the program of the pages describes it. */
export interface KnownDouble {
  url: string;
  key: string;
  webhookSecret?: string;
  merchantAccount?: string;
}
type Name = 'stripe' | 'gocardless' | 'adyen';

const doubles = JSON.parse(process.env.DOUBLES ?? '{}') as Record<Name, KnownDouble>;
let api: Api;
let page: Page;
let messages: () => string[];

const section = (name: string) => page.getByRole('region', { name, exact: true });
const due = () => section('Amounts due');
const rows = () => section('Invoices').locator('tbody').getByRole('row');

/** Connects a double, and makes a customer there with two overdue invoices of 10.00. The customer has its name. */
async function furnish(name: Name): Promise<void> {
  const { key, webhookSecret, merchantAccount } = doubles[name];
  await api.ok('POST', '/api/v1/payment_providers', {
    payment_provider: {
      ...{ provider: name, code: name, name, secret_key: key },
      ...(webhookSecret ? { webhook_secret: webhookSecret } : {}),
      ...(merchantAccount ? { merchant_account: merchantAccount } : {}),
    },
  });
  const link = { payment_provider: name, payment_provider_code: name, sync_with_provider: true, sync: true };
  await api.ok('POST', '/api/v1/customers', {
    customer: {
      ...{ external_id: name, name: 'Acme', currency: 'EUR', country: 'DE', email: 'pay@acme.example' },
      billing_configuration: link,
    },
  });
  await Promise.all([sell(name), sell(name)]);
}

async function sell(customer: Name): Promise<void> {
  const fees = [{ add_on_code: 'setup' }];
  await api.ok('POST', '/api/v1/invoices', {
    invoice: { external_customer_id: customer, currency: 'EUR', skip_psp: true, fees },
  });
}

/** The events of a double come to the service from now on. */
async function follow(name: Exclude<Name, 'stripe'>): Promise<ProviderControl> {
  const control = new ProviderControl(doubles[name].url);
  const { organization } = await api.ok<{ organization: { svc_id: string } }>('GET', '/api/v1/organizations');
  const base = String(process.env.BASE_URL);
  await control.setAddress(`${base}/webhooks/${name}/${organization.svc_id}?code=${name}`);
  return control;
}

/** Opens the portal of a customer. @param complete what the payer does on a page that no double serves, by its address */
async function visit(
  browser: Browser,
  name: Name,
  complete?: (id: string) => Promise<unknown>,
  flow?: 'payment_method',
): Promise<void> {
  const { portal_session: session } = await api.ok<{ portal_session: { url: string } }>(
    'POST',
    `/api/v1/customers/${name}/portal_sessions`,
    { portal_session: { expires_in: 2_592_000, ...(flow ? { flow } : {}) } },
  );
  const context = await browser.newContext({ locale: 'en-GB' });
  await context.route(/gocardless\.com|adyen\.link/, async (route) => {
    await complete?.(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    const back = `<!doctype html><html lang="en"><title>Done</title><a href="${process.env.BASE_URL}/portal">Back</a>`;
    await route.fulfill({ contentType: 'text/html', body: back });
  });
  page = await context.newPage();
  messages = watch(page);
  await page.goto(new URL(session.url).pathname);
}

const paid = async (name: Name) =>
  (
    await api.ok<{ payments: { payment_status: string; amount_cents: number }[] }>(
      'GET',
      `/api/v1/payments?external_customer_id=${name}&payment_status=succeeded`,
    )
  ).payments.map(({ amount_cents: cents }) => cents);

const allPaid = () => expect(due()).toContainText('Everything is paid.', { timeout: 60_000 });

test.beforeAll(async () => {
  ({ api } = await makeEmptySandbox('paula@example.com'));
  await api.ok('POST', '/api/v1/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
  for (const name of ['stripe', 'gocardless', 'adyen'] as const) await furnish(name);
  await advanceClock(api, '2026-02-05T12:00:00Z');
});

test('all overdue invoices are paid on the page of Stripe, after a declined card', async ({ browser }) => {
  await visit(browser, 'stripe');
  await due().getByRole('button', { name: 'Pay €20.00' }).click();
  await page.getByRole('button', { name: /^Visa 0002/ }).click();
  await expect(page.getByRole('strong')).toBeVisible();
  await page.getByRole('button', { name: /^Visa 4242/ }).click();
  await allPaid();
  expect(await paid('stripe')).toEqual([2000]);
});

test('a stored card that is declined says so, and another card pays', async ({ browser }) => {
  await openPart(page, 'Payment methods');
  await section('Payment methods').getByRole('button', { name: 'Enter a payment method' }).click();
  await page.getByRole('button', { name: /^Visa 0341/ }).click();
  await openPart(page, 'Payment methods');
  await expect(section('Payment methods').getByText('Visa •••• 0341')).toBeVisible({ timeout: 60_000 });
  await sell('stripe');
  await visit(browser, 'stripe');
  await rows().first().getByRole('checkbox').check();
  await section('Invoices').getByLabel('Pay with').selectOption({ label: 'Visa •••• 0341' });
  await section('Invoices').getByRole('button', { name: 'Pay €10.00' }).click();
  await expect(section('Invoices').getByRole('status')).toContainText('The payment was declined', { timeout: 60_000 });
  await expect(rows().first()).toContainText('The payment was declined');
  await withoutBarriers(page);
  await section('Invoices')
    .getByLabel('Pay with')
    .selectOption({ label: 'Another way, on the page of the payment provider' });
  await section('Invoices').getByRole('button', { name: 'Pay €10.00' }).click();
  await page.getByRole('button', { name: /^Visa 4242/ }).click();
  await allPaid();
  expect((await paid('stripe')).toSorted()).toEqual([1000, 2000]);
  expect(messages()).toEqual([]);
});

test('a debit of GoCardless is under way for days, and cannot be paid twice', async ({ browser }) => {
  const control = await follow('gocardless');
  await visit(browser, 'gocardless', (request) => control.act('complete_flow', { flow: request }), 'payment_method');
  await section('Payment methods').getByRole('button', { name: 'Enter a payment method' }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(section('Payment methods').getByRole('article')).toHaveCount(1, { timeout: 60_000 });
  await openPart(page, 'Overview');
  await due().getByRole('button', { name: 'Pay €20.00' }).press('Enter');
  await expect(due()).toContainText('A payment of €20.00 has been under way since 5 Feb 2026.', { timeout: 60_000 });
  await advanceClock(api, '2026-02-09T12:00:00Z');
  await page.reload();
  await expect(rows()).toHaveText([/Payment under way/, /Payment under way/]);
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  await expect(section('Invoices').getByRole('checkbox')).toHaveCount(0);
  await withoutBarriers(page);
  await expect.poll(async () => (await control.ledger()).payments.length, { timeout: 60_000 }).toBe(1);
  await control.act('pay_out');
  await allPaid();
  expect(await paid('gocardless')).toEqual([2000]);
  expect(messages()).toEqual([]);
});

test('all overdue invoices are paid on the page of Adyen', async ({ browser }) => {
  const control = await follow('adyen');
  await visit(browser, 'adyen', (link) => control.act('complete_link', { link }));
  await due().getByRole('button', { name: 'Pay €20.00' }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await allPaid();
  expect(await paid('adyen')).toEqual([2000]);
});
