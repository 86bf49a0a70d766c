import { expect, test, type Browser, type Page } from '@playwright/test';
import type { Api } from '@tollgate/harness/api';
import { openPart, watch, withoutBarriers } from './browser.ts';
import { makeEmptySandbox } from './sandbox.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

const customer = '/api/v1/customers/acme';
let api: Api;
let page: Page;
let messages: () => string[];

const section = (name: string) => page.getByRole('region', { name, exact: true });

interface Session {
  svc_id: string;
  url: string;
}

async function makeSession(input: object): Promise<Session> {
  const { portal_session: session } = await api.ok<{ portal_session: Session }>('POST', `${customer}/portal_sessions`, {
    portal_session: { expires_in: 86_400, ...input },
  });
  return session;
}

async function visit(browser: Browser, { url }: Session): Promise<void> {
  page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  messages = watch(page);
  await page.goto(new URL(url).pathname);
}

async function sell(): Promise<string> {
  const fees = [{ add_on_code: 'setup' }];
  const { invoice } = await api.ok<{ invoice: { svc_id: string } }>('POST', '/api/v1/invoices', {
    invoice: { external_customer_id: 'acme', currency: 'EUR', skip_psp: true, fees },
  });
  return invoice.svc_id;
}

/** The payer acts on the page of the sandbox provider, which leads back to the portal. */
async function actOnPage(button: string): Promise<void> {
  await page.waitForURL(/\/sandbox_checkouts\//);
  await withoutBarriers(page, { isPlain: true });
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL(/\/portal$/);
}

const payments = async () =>
  (await api.ok<{ payments: { payment_status: string; amount_cents: number }[] }>('GET', '/api/v1/payments')).payments;

test.beforeAll(async () => {
  ({ api } = await makeEmptySandbox('pia@example.com'));
  await api.ok('POST', '/api/v1/customers', { customer: { external_id: 'acme', name: 'Acme', currency: 'EUR' } });
  await api.ok('POST', '/api/v1/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
  await api.ok('POST', '/api/v1/payment_providers', {
    payment_provider: { provider: 'sandbox', code: 'test', name: 'Test' },
  });
  await api.ok('PUT', `${customer}/payment_provider`, {
    payment_provider: { payment_provider_code: 'test', provider_method_id: 'pm_fails' },
  });
});

test('a declined method leaves the invoices due, and the page of the provider pays them together', async ({
  browser,
}) => {
  await Promise.all([sell(), sell()]);
  await visit(browser, await makeSession({ flow: 'pay', return_url: 'https://app.example.com/billing' }));
  await expect(page.getByRole('link', { name: /^Back to / })).toHaveAttribute(
    'href',
    'https://app.example.com/billing',
  );
  const choices = section('Invoices').getByRole('checkbox');
  await expect(choices).toHaveCount(2);
  await choices.first().check();
  await withoutBarriers(page);
  await section('Invoices').getByRole('button', { name: 'Pay €10.00' }).click();
  await expect(section('Invoices').getByRole('status')).toContainText('The payment is under way.');
  await expect.poll(async () => (await payments()).map((one) => one.payment_status)).toEqual(['failed']);
  await expect(section('Invoices').getByRole('status')).toContainText('The payment was declined.', { timeout: 20_000 });
  await expect(section('Invoices').getByRole('row').nth(1)).toContainText('The payment was declined.');
  expect(messages()).toEqual([]);

  await page.reload();
  await choices.nth(0).check();
  await choices.nth(1).press('Space');
  await section('Invoices')
    .getByLabel('Pay with')
    .selectOption({ label: 'Another way, on the page of the payment provider' });
  await section('Invoices').getByRole('button', { name: 'Pay €20.00' }).press('Enter');
  await page.waitForURL(/\/sandbox_checkouts\//);
  await expect(page.getByRole('heading', { name: 'Test payment' })).toBeVisible();
  await expect(page.getByText('20.00 EUR')).toBeVisible();
  await actOnPage('Cancel');
  await choices.nth(0).check();
  await choices.nth(1).check();
  await section('Invoices')
    .getByLabel('Pay with')
    .selectOption({ label: 'Another way, on the page of the payment provider' });
  await section('Invoices').getByRole('button', { name: 'Pay €20.00' }).click();
  await actOnPage('Pay');
  await expect(section('Amounts due')).toContainText('Everything is paid.', { timeout: 30_000 });
  expect((await payments()).filter((one) => one.payment_status === 'succeeded')).toMatchObject([
    { amount_cents: 2000 },
  ]);
});

test('a method is entered on the page of the provider', async () => {
  await openPart(page, 'Payment methods');
  await section('Payment methods').getByRole('button', { name: 'Enter a payment method' }).click();
  await actOnPage('Enter a card that is declined');
  await openPart(page, 'Payment methods');
  await expect(section('Payment methods').getByRole('article')).toHaveCount(2);
  expect(messages()).toEqual([]);
});

test('methods are made the default and removed, but not the last one while an invoice is unpaid', async () => {
  const methods = section('Payment methods');
  await expect(methods.getByRole('article')).toHaveCount(2);
  await methods
    .getByRole('button', { name: /^Remove/ })
    .last()
    .click();
  await expect(methods.getByRole('article')).toHaveCount(1);
  await sell();
  await methods.getByRole('button', { name: /^Remove/ }).click();
  await expect(methods.getByRole('alert')).toContainText('This is the last payment method');
  await withoutBarriers(page);
  expect(
    messages()
      .splice(0)
      .filter((message) => !message.includes('405')),
  ).toEqual([]);
});

test('a session shows its sections alone, in its language, and closes once it is revoked', async ({ browser }) => {
  const session = await makeSession({ sections: ['payment_methods'], locale: 'de' });
  await visit(browser, session);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Zahlungsarten']);
  await api.ok('DELETE', `${customer}/portal_sessions/${session.svc_id}`);
  await expect(page.getByRole('heading', { name: 'Diese Adresse gilt nicht mehr' })).toBeVisible({ timeout: 10_000 });
  // The browser reports the refused call.
  expect(messages().filter((message) => !message.includes('401'))).toEqual([]);
});
