// npm run test:payments [-- --invoices 40 --kills 2]
// A standalone service takes payments from a strict double of Stripe: it connects, creates a customer, charges, refunds,
// and is declined. Then it is killed while it charges, and calls of the double fail at random and events repeat. In the
// end both have the same books, and no key is in the log. Closes with `N passed, N failed`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Api, newOrganization } from '@tollgate/harness/api';
import { sleep, waitFor } from '@tollgate/harness/process';
import { Report } from '@tollgate/harness/report';
import { type Standalone, startStandalone } from '@tollgate/harness/standalone';
import { StripeControl } from '@tollgate/stripe/control-client';
import { startStripe } from '@tollgate/stripe/double';

const { values } = parseArgs({
  options: { invoices: { type: 'string', default: '40' }, kills: { type: 'string', default: '2' } },
});
const price = 1000;
const patience = { timeoutMs: 180_000 };

interface Invoice {
  svc_id: string;
  payment_status: string;
  total_paid_amount_cents: number;
  fees: { svc_id: string }[];
}

interface Payment {
  payment_status: string;
  amount_cents: number;
}

const report = new Report();
function equal(what: string, seen: unknown, expected: unknown): void {
  if (seen !== expected) throw new Error(`${what} is ${String(seen)} instead of ${String(expected)}`);
}

const read = async (api: Api, id: string): Promise<Invoice> =>
  (await api.ok<{ invoice: Invoice }>('GET', `/api/v1/invoices/${id}`)).invoice;

async function sell(api: Api): Promise<string> {
  const invoice = { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'setup' }] };
  return (await api.ok<{ invoice: Invoice }>('POST', '/api/v1/invoices', { invoice })).invoice.svc_id;
}

const isPaid = (api: Api, id: string, status: string) => async () => (await read(api, id)).payment_status === status;

async function paymentsOf(api: Api): Promise<Payment[]> {
  const all: Payment[] = [];
  for (let page = 1; ; page++) {
    const { payments } = await api.ok<{ payments: Payment[] }>('GET', `/api/v1/payments?page=${page}&per_page=100`);
    all.push(...payments);
    if (payments.length < 100) return all;
  }
}

/** Connects the double, and creates a customer there. */
async function connect(service: Standalone, key: string): Promise<Api> {
  const { api } = await newOrganization(service, { name: 'Payments', default_currency: 'EUR' });
  const provider = { provider: 'stripe', code: 'main', name: 'Stripe', secret_key: key, supports_3ds: true };
  const connected = await api.ok<{ payment_provider: { webhook_registered: boolean } }>(
    'POST',
    '/api/v1/payment_providers',
    { payment_provider: provider },
  );
  equal('the registration of events', connected.payment_provider.webhook_registered, true);
  await api.ok('POST', '/api/v1/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: price, amount_currency: 'EUR' },
  });
  const link = { payment_provider: 'stripe', payment_provider_code: 'main', sync_with_provider: true, sync: true };
  const customer = { external_id: 'c', name: 'Acme', currency: 'EUR', country: 'DE', billing_configuration: link };
  await api.ok('POST', '/api/v1/customers', { customer });
  return api;
}

/** The customer enters a card on the page of the double, which becomes its default method. */
async function enterCard(api: Api, control: StripeControl, method: string): Promise<void> {
  const known = await methodsOf(api);
  const { customer } = await api.ok<{ customer: { checkout_url: string } }>('POST', '/api/v1/customers/c/checkout_url');
  const session = /cs_\w+/.exec(customer.checkout_url)?.[0] ?? '';
  await control.completeCheckout(session, { payment_method: method });
  await waitFor('the card', async () => (await methodsOf(api)) > known, patience);
}

const methodsOf = async (api: Api): Promise<number> =>
  (await api.ok<{ payment_methods: unknown[] }>('GET', '/api/v1/customers/c/payment_methods')).payment_methods.length;

async function refund(api: Api, id: string): Promise<void> {
  const { fees } = await read(api, id);
  const items = fees.map((fee) => ({ fee_id: fee.svc_id, amount_cents: 400 }));
  await api.ok('POST', '/api/v1/credit_notes', {
    credit_note: { invoice_id: id, refund_amount_cents: 400, items },
  });
  const status = async () =>
    (await api.ok<{ credit_notes: { refund_status: string }[] }>('GET', '/api/v1/credit_notes')).credit_notes[0];
  await waitFor('the refund', async () => (await status())?.refund_status === 'succeeded', patience);
}

/** Each invoice is paid once, however calls fail, events repeat and processes die. */
async function chargeInTrouble(service: Standalone, api: Api, control: StripeControl): Promise<void> {
  const rounds = Number(values.kills) + 1;
  const trouble = { path: '/v1/payment_intents', probability: 0.2 };
  await control.addFault({ kind: 'cut', when: 'after', seed: 1, ...trouble });
  await control.addFault({ kind: 'error', when: 'before', seed: 2, ...trouble });
  await control.addFault({ kind: 'rate_limit', seed: 3, ...trouble });
  const sold: string[] = [];
  for (let kill = 0; kill <= Number(values.kills); kill++) {
    const until = Math.ceil((Number(values.invoices) * (kill + 1)) / rounds);
    while (sold.length < until) sold.push(await sell(api));
    if (kill === Number(values.kills)) break;
    await sleep(300);
    await service.kill('SIGKILL');
    await service.start();
  }
  await control.clearFaults();
  await waitFor(
    'all payments',
    async () => (await Promise.all(sold.map((id) => read(api, id)))).every((one) => one.payment_status === 'succeeded'),
    patience,
  );
  await control.repeat({});
  await control.repeat({ is_undelivered: true });
  await control.settle();
}

const stripe = await startStripe();
const control = new StripeControl(stripe.url);
const service = await startStandalone({ env: { STRIPE_API_URL: stripe.url, SWEEP_SECONDS: '1' } });
try {
  const api = await connect(service, stripe.key);
  await report.attempt('a card pays an invoice, and a part goes back', async () => {
    await enterCard(api, control, 'pm_card_visa');
    const id = await sell(api);
    await waitFor('the payment', isPaid(api, id, 'succeeded'), patience);
    await refund(api, id);
  });
  await report.attempt('invoices are paid once, while calls fail and the service is killed', () =>
    chargeInTrouble(service, api, control),
  );
  await report.attempt('a card that is declined pays nothing', async () => {
    await enterCard(api, control, 'pm_card_chargeCustomerFail');
    const id = await sell(api);
    await waitFor('the refusal', isPaid(api, id, 'failed'), patience);
    equal('the paid amount', (await read(api, id)).total_paid_amount_cents, 0);
  });
  await report.attempt('the books of both are the same', async () => {
    const { totals } = await control.ledger();
    const paid = (await paymentsOf(api)).filter((one) => one.payment_status === 'succeeded');
    equal(
      'the sum of payments',
      totals['eur']?.charged,
      paid.reduce((sum, one) => sum + one.amount_cents, 0),
    );
    equal('their number', paid.length, Number(values.invoices) + 1);
    equal('the sum of refunds', totals['eur']?.refunded, 400);
  });
  await report.attempt('no key is in the log', () => {
    equal('the log', readFileSync(service.log, 'utf8').includes(stripe.key), false);
    return Promise.resolve();
  });
} catch (error) {
  report.error(error);
} finally {
  await service.stop();
  await stripe.stop();
}
report.finish();
