// Payments through a strict double of Stripe, on any composition: a service connects, creates a customer, charges, refunds,
// holds an amount, and is declined. Then the process that charges is killed, while calls of the double fail at random
// and events repeat. In the end both have the same books.
import { Api, CallFailed } from '@tollgate/harness/api';
import { equal } from '@tollgate/harness/expect';
import { say, waitFor } from '@tollgate/harness/process';
import type { Report } from '@tollgate/harness/report';
import { StripeControl } from '@tollgate/stripe/control-client';
import { queryOf } from '../database.ts';
import { paymentsOf, price, putCustomer, readInvoice, refund, sell } from '../seller.ts';
import { Killer } from './killer.ts';
import { removeDeleted } from './removal.ts';
import { connect, enterCard, isPaid, paidOf, patience, type PaymentsPlay } from './shop.ts';

/**
 * So many invoices are sold before the first kill. A job of a killed process waits until its lock ends, so without others
 * the next process would have nothing to charge.
 */
const mostSoldFirst = 150;

/** Each invoice is paid once, however calls fail, events repeat and processes die. */
async function chargeInTrouble(play: PaymentsPlay, api: Api, control: StripeControl): Promise<void> {
  const { invoices, kills } = play;
  const rounds = kills + 1;
  const first = Math.min(mostSoldFirst, Math.floor(invoices / 2));
  const killer = new Killer(play, control);
  const before = await paidOf(api);
  const trouble = { path: '/v1/payment_intents', probability: 0.2 };
  await control.addFault({ kind: 'cut', when: 'after', seed: 1, ...trouble });
  await control.addFault({ kind: 'error', when: 'before', seed: 2, ...trouble });
  await control.addFault({ kind: 'rate_limit', seed: 3, ...trouble });
  let sold = 0;
  for (let kill = 0; kill <= kills; kill++) {
    const until = first + Math.ceil(((invoices - first) * (kill + 1)) / rounds);
    for (; sold < until; sold++) await sell(api, 'c');
    if (kill === kills) break;
    await killer.kill(kill);
    if ((kill + 1) % 50 === 0) say(`${killer.outcome}; ${await paidOf(api)} of ${sold} invoices paid`);
  }
  say(killer.outcome);
  await control.clearFaults();
  await waitFor('all payments', async () => (await paidOf(api)) === before + invoices, {
    timeoutMs: patience.timeoutMs + invoices * 200,
    everyMs: 1000,
  });
  await control.repeat({});
  await control.repeat({ is_undelivered: true });
  await control.settle();
}

/**
 * The provider makes a payment, but its answer is lost, and it is unavailable for 25 hours. By then it has forgotten the
 * key. The service looks for the payment instead of making it again.
 */
async function loseAnswerForADay(
  { databaseUrl, payments }: PaymentsPlay,
  api: Api,
  control: StripeControl,
): Promise<void> {
  await control.setDeliveries({ hold: true });
  const before = (await control.ledger()).charges.length;
  const intents = { kind: 'cut', path: '/v1/payment_intents' } as const;
  await control.addFault({ ...intents, when: 'after', method: 'POST', times: 4 });
  const { svc_id: id } = await sell(api, 'c');
  const isMade = async () => (await control.ledger()).charges.length > before;
  await waitFor('the payment at the provider', isMade, { ...patience, everyMs: 20 });
  await control.addFault({ ...intents, when: 'before' });
  await queryOf(
    databaseUrl(),
    `update payment.payments set requested_at = requested_at - interval '25 hours'
     where payment_status = 'pending' and requested_at is not null`,
  );
  // A request that is under way now would come a day later: it ends with its process.
  await payments.kill('SIGKILL');
  await control.advance(25 * 3600);
  await control.clearFaults();
  await payments.start();
  await waitFor('the payment of the day before', isPaid(api, id, 'succeeded'), patience);
  equal('its charges', (await control.ledger()).charges.length, before + 1);
  await control.resetDeliveries();
  await control.release();
  await control.settle();
}

/** A card holds an amount before a start, and the service releases it (customers, section 4.9). */
async function authorize(api: Api, control: StripeControl): Promise<void> {
  const plan = {
    name: 'Pro',
    code: 'pro',
    interval: 'monthly',
    amount_cents: 0,
    amount_currency: 'EUR',
    pay_in_advance: false,
  };
  await api.ok('POST', '/api/v1/plans', { plan });
  const { authorization } = await subscribe(api, 'held', 5000);
  equal('the status of the hold', authorization?.status, 'requires_capture');
  equal('the held amount', authorization?.amount_capturable, 5000);
  await waitFor('the release', async () => (await heldCents(control)) === 0, patience);
}

/** The answer of the provider is lost: no subscription starts, and nothing stays held. */
async function loseAnswer(api: Api, control: StripeControl): Promise<void> {
  await control.addFault({ kind: 'cut', when: 'after', method: 'POST', path: '/v1/payment_intents', times: 10 });
  const impatient = new Api(api.baseUrl, api.key, { patienceMs: 0 });
  const failure: unknown = await subscribe(impatient, 'lost', 7000).catch((error: unknown) => error);
  equal('the status of a hold without an answer', failure instanceof CallFailed && failure.status, 503);
  await control.clearFaults();
  await waitFor('the release after a lost answer', async () => (await heldCents(control)) === 0, patience);
  equal('a start without an answer', (await api.send('GET', '/api/v1/subscriptions/lost')).status, 404);
}

async function refuseStart(api: Api): Promise<void> {
  const { status, body } = await api.send('POST', '/api/v1/subscriptions', startOf('declined', 5000));
  equal('the status of a declined hold', status, 422);
  equal('its code', body['code'], 'provider_error');
  equal('a start that was declined', (await api.send('GET', '/api/v1/subscriptions/declined')).status, 404);
}

/** The amount that cards hold: neither captured nor released. */
async function heldCents(control: StripeControl): Promise<number> {
  const { charges, refunds } = await control.ledger();
  const released = new Set(refunds.filter((one) => one.is_release).map(({ charge }) => charge));
  const held = charges.filter((one) => one.status === 'succeeded' && !one.captured && !released.has(one.id));
  return held.reduce((sum, { amount }) => sum + amount, 0);
}

const startOf = (id: string, cents: number) => ({
  authorization: { amount_cents: cents, amount_currency: 'EUR' },
  subscription: { external_customer_id: 'c', plan_code: 'pro', external_id: id },
});

const subscribe = (api: Api, id: string, cents: number) =>
  api.ok<{ authorization?: { status: string; amount_capturable: number } }>(
    'POST',
    '/api/v1/subscriptions',
    startOf(id, cents),
  );

interface Section {
  code: string;
  display_name: string;
  details: string;
}

/** Invoices of a customer that pays by bank transfer show its account at the provider; a transfer pays them. */
async function payByTransfer(api: Api, control: StripeControl): Promise<void> {
  const billing_configuration = {
    payment_provider: 'stripe',
    payment_provider_code: 'main',
    sync_with_provider: true,
    provider_payment_methods: ['customer_balance'],
    document_locale: 'fr',
  };
  await putCustomer(api, 'transfer', { name: 'Virement', country: 'FR', billing_configuration });
  const known = async () =>
    (await api.ok<{ customer: TransferCustomer }>('GET', '/api/v1/customers/transfer')).customer;
  await waitFor(
    'the instructions',
    async () => (await known()).applicable_invoice_custom_sections.length > 0,
    patience,
  );
  const { applicable_invoice_custom_sections: sections, billing_configuration: link } = await known();
  equal('the title', sections[0]?.display_name, 'Payer par virement bancaire');
  equal('the account', /\nIBAN: FR11\d+\nBIC: /.test(sections[0]?.details ?? ''), true);
  const { svc_id: id } = await sell(api, 'transfer');
  const { applied_invoice_custom_sections: applied } = await readInvoice(api, id);
  equal('the account on the invoice', applied[0]?.details, sections[0]?.details);
  await control.fund(link.provider_customer_id, { amount: price, currency: 'eur' });
  await waitFor('the transfer', isPaid(api, id, 'succeeded'), patience);
  const title = async () => (await known()).applicable_invoice_custom_sections[0]?.display_name;
  for (const [locale, expected] of titles) {
    await putCustomer(api, 'transfer', { name: 'Virement', billing_configuration: { document_locale: locale } });
    await waitFor(`the instructions in ${locale}`, async () => (await title()) === expected, patience);
  }
}

/** A language and a return to the former one. */
const titles = [
  ['de', 'Per Überweisung bezahlen'],
  ['fr', 'Payer par virement bancaire'],
] as const;

interface TransferCustomer {
  applicable_invoice_custom_sections: Section[];
  billing_configuration: { provider_customer_id: string };
}

/** Plays all of it, and reports each part. */
export async function playPayments(report: Report, play: PaymentsPlay): Promise<void> {
  const { service, stripe } = play;
  const control = new StripeControl(stripe.url);
  const api = await connect(service, stripe.key);
  await report.attempt('a card pays an invoice, and a part goes back', async () => {
    await enterCard(api, control, 'pm_card_visa');
    const { svc_id: id } = await sell(api, 'c');
    await waitFor('the payment', isPaid(api, id, 'succeeded'), patience);
    await refund(api, id, { amount: 400, ...patience });
  });
  await report.attempt('a card holds an amount before a start', () => authorize(api, control));
  await report.attempt('a hold without an answer starts nothing, and is released', () => loseAnswer(api, control));
  await report.attempt('invoices are paid once, while calls fail and the service is killed', () =>
    chargeInTrouble(play, api, control),
  );
  await report.attempt('a payment whose answer is lost for 25 hours is made once', () =>
    loseAnswerForADay(play, api, control),
  );
  await report.attempt('a card that is declined pays nothing', async () => {
    await enterCard(api, control, 'pm_card_chargeCustomerFail');
    const { svc_id: id } = await sell(api, 'c');
    await waitFor('the refusal', isPaid(api, id, 'failed'), patience);
    equal('the paid amount', (await readInvoice(api, id)).total_paid_amount_cents, 0);
    await refuseStart(api);
  });
  await report.attempt('an invoice shows where a bank transfer goes, which pays it', () => payByTransfer(api, control));
  await report.attempt('a deleted customer is removed, and a linked one stays', () => removeDeleted(play, api));
  await report.attempt('the books of both are the same', async () => {
    const { totals } = await control.ledger();
    const paid = (await paymentsOf(api)).filter((one) => one.payment_status === 'succeeded');
    equal(
      'the sum of payments',
      totals['eur']?.charged,
      paid.reduce((sum, one) => sum + one.amount_cents, 0),
    );
    equal('their number', paid.length, play.invoices + 3);
    equal('the sum of refunds', totals['eur']?.refunded, 400);
  });
  await report.attempt('no key is in the log', () => {
    equal('the log', play.readLog().includes(stripe.key), false);
    return Promise.resolve();
  });
}
