import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox, StripeAccount } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  status: string;
  payment_status: string;
  payment_overdue: boolean;
}
interface Wallet {
  svc_id: string;
  credits_balance: string;
}

const start = Date.parse('2024-03-01T00:00:00Z');
const hour = 3_600_000;

let sandbox: Sandbox;
let stripe: StripeAccount;
beforeEach(async () => {
  sandbox = await Sandbox.create(new Date(start).toISOString());
  stripe = await StripeAccount.connect(sandbox);
  await sandbox.ok('POST', '/customers', {
    customer: { external_id: 'c', currency: 'EUR', email: 'pay@acme.example', billing_configuration: stripe.link },
  });
  await sandbox.ok('POST', '/billable_metrics', {
    billable_metric: { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' },
  });
  const { billable_metrics: metrics } = await sandbox.ok<{ billable_metrics: { svc_id: string }[] }>(
    'GET',
    '/billable_metrics',
  );
  const charge = { billable_metric_id: metrics[0]?.svc_id, charge_model: 'standard', properties: { amount: '1' } };
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'P',
      code: 'p',
      interval: 'yearly',
      amount_cents: 0,
      amount_currency: 'EUR',
      pay_in_advance: false,
      charges: [charge],
    },
  });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p' },
  });
});

const rule = {
  trigger: 'threshold',
  method: 'fixed',
  threshold_credits: '10',
  paid_credits: '10',
  granted_credits: '0',
};

const fund = (more: object = rule) =>
  sandbox.ok('POST', '/wallets', {
    wallet: {
      external_customer_id: 'c',
      name: 'W',
      rate_amount: '1',
      currency: 'EUR',
      granted_credits: '11',
      recurring_transaction_rules: [more],
    },
  });

/** Enters a card, whose next charges are declined. @returns its id at Stripe */
async function enterCard(declineCode?: string, times = 50): Promise<void> {
  await stripe.enterMethod(sandbox, 'c', 'pm_card_visa');
  if (declineCode === undefined) return;
  const { payment_methods: methods } = await sandbox.ok<{
    payment_methods: { is_default: boolean; provider_method_id: string }[];
  }>('GET', '/customers/c/payment_methods');
  await stripe.refuse(methods.find((method) => method.is_default)?.provider_method_id ?? '', declineCode, times);
}

/** Moves the clock, and uses a credit there. */
async function useAt(at: number): Promise<void> {
  await sandbox.advanceClock(new Date(at).toISOString());
  const event = { transaction_id: `e${at}`, external_subscription_id: 's', code: 'calls', timestamp: at / 1000 };
  await sandbox.ok('POST', '/events', { event });
  await sandbox.awaitIdle();
}

const invoices = async () => (await sandbox.ok<{ invoices: Invoice[] }>('GET', '/invoices')).invoices;
const states = async () => (await invoices()).map(({ status, payment_status: payment }) => `${status} ${payment}`);
const charges = async () => (await stripe.books()).charges.map(({ status }) => status);
const wallet = async () =>
  (await sandbox.ok<{ wallets: Wallet[] }>('GET', '/wallets?external_customer_id=c')).wallets[0];
const failures = async () => {
  const { activity_logs: logs } = await sandbox.ok<{ activity_logs: { activity_type: string }[] }>(
    'GET',
    '/activity_logs?per_page=100',
  );
  return logs.filter(({ activity_type: type }) => type === 'wallet_transaction.payment_failure').length;
};

describe('an automatic top-up (wallets, section 2.6)', () => {
  it('is tried once with a card that is declined for good, and at once with another one', async () => {
    await enterCard('stolen_card');
    await fund();
    for (let step = 1; step <= 5; step += 1) await useAt(start + step * 1.1 * hour);
    expect(await charges()).toEqual(['failed']);
    expect(await failures()).toBe(1);
    expect(await states()).toEqual(['finalized failed']);
    await enterCard();
    expect(await charges()).toEqual(['failed', 'succeeded']);
    expect(await states()).toEqual(['finalized succeeded', 'voided failed']);
    expect((await wallet())?.credits_balance).toBe('21.0');
  });

  it('says so when the bank requires a payer who is not there', async () => {
    await enterCard('authentication_required');
    await fund();
    for (let step = 1; step <= 3; step += 1) await useAt(start + step * 1.1 * hour);
    expect(await charges()).toEqual(['failed']);
    expect(await failures()).toBe(1);
  });

  it('is tried again within the hour when the default method changes', async () => {
    await enterCard('insufficient_funds');
    await fund();
    await useAt(start + hour);
    await useAt(start + 1.2 * hour);
    expect(await charges()).toEqual(['failed']);
    await enterCard();
    expect(await charges()).toEqual(['failed', 'succeeded']);
  });

  it('replaces the failed one before, and nobody owes it', async () => {
    await enterCard('insufficient_funds');
    await fund();
    for (let step = 1; step <= 3; step += 1) await useAt(start + step * 1.1 * hour);
    expect(await charges()).toEqual(['failed', 'failed', 'failed']);
    expect(await states()).toEqual(['finalized failed', 'voided failed', 'voided failed']);
    await sandbox.ok('POST', '/dunning_campaigns', {
      dunning_campaign: {
        name: 'D',
        code: 'd',
        days_between_attempts: 1,
        max_attempts: 3,
        applied_to_organization: true,
        thresholds: [{ amount_cents: 1, currency: 'EUR' }],
      },
    });
    await sandbox.advanceClock(new Date(start + 40 * 24 * hour).toISOString());
    expect((await invoices()).map(({ payment_overdue: overdue }) => overdue)).toEqual([false, false, false]);
    const { overdue_balances: balances } = await sandbox.ok<{ overdue_balances: object[] }>(
      'GET',
      '/analytics/overdue_balance',
    );
    expect(balances).toEqual([]);
    const { payment_requests: requests } = await sandbox.ok<{ payment_requests: object[] }>('GET', '/payment_requests');
    expect(requests).toEqual([]);
  });

  it('that fails after its due date is overdue no longer', async () => {
    await fund();
    await useAt(start + hour);
    expect(await states()).toEqual(['finalized pending']);
    await sandbox.advanceClock(new Date(start + 40 * 24 * hour).toISOString());
    expect((await invoices()).map(({ payment_overdue: overdue }) => overdue)).toEqual([true]);
    const [invoice] = await invoices();
    await sandbox.ok('PUT', `/invoices/${invoice?.svc_id}`, { invoice: { payment_status: 'failed' } });
    expect((await invoices()).map(({ payment_overdue: overdue }) => overdue)).toEqual([false]);
  });

  it('with a hidden invoice closes that of the failed one', async () => {
    await enterCard('insufficient_funds');
    await fund({ ...rule, invoice_requires_successful_payment: true });
    for (let step = 1; step <= 2; step += 1) await useAt(start + step * 1.1 * hour);
    expect(await charges()).toEqual(['failed', 'failed']);
    const { wallet_transactions: sales } = await sandbox.ok<{
      wallet_transactions: { svc_invoice_id: string; transaction_status: string; status: string }[];
    }>('GET', `/wallets/${(await wallet())?.svc_id}/wallet_transactions?transaction_status=purchased`);
    expect(sales.map(({ status }) => status)).toEqual(['failed', 'failed']);
    const pay = (id: string) =>
      sandbox.call('POST', '/payments', { payment: { invoice_id: id, amount_cents: 1000, reference: 'r' } });
    expect((await pay(sales[1]?.svc_invoice_id ?? '')).status).not.toBe(200);
    expect((await pay(sales[0]?.svc_invoice_id ?? '')).status).toBe(200);
  });

  it('at an interval is not tried with a card that is declined for good', async () => {
    await enterCard('stolen_card');
    await fund({ trigger: 'interval', interval: 'weekly', method: 'fixed', paid_credits: '10', granted_credits: '0' });
    await sandbox.advanceClock(new Date(start + 30 * 24 * hour).toISOString());
    expect(await charges()).toEqual(['failed']);
    await enterCard();
    await sandbox.advanceClock(new Date(start + 37 * 24 * hour).toISOString());
    expect(await charges()).toEqual(['failed', 'succeeded']);
  });
});
