// The organization that the questions are about. Its figures are small enough to compute by hand.
import { newOrganization, type Api, type Body } from '@tollgate/harness/api';
import type { Service } from '@tollgate/harness/standalone';

/** The organization, and the identifiers that questions need. */
export interface Known {
  api: Api;
  /** Numbers of invoices by customer and month of issue, such as `acme 2026-02`. */
  numbers: Record<string, string>;
  ids: Record<string, string>;
  /** The fee for the calls of Acme in January. */
  feeId: string;
  walletId: string;
}

interface Invoice {
  svc_id: string;
  number: string;
  issuing_date: string;
  customer: { external_id: string };
}

// Without taxes of 20 %: the plan at 10.00, calls at 0.50, exports at 2.00.
// Acme, January: 10 calls, 3 exports, 21.00 (25.20 with taxes, paid). February: 30 calls, 1 export, 27.00 (32.40).
// March so far: 4 calls, 2.00. Beta, January: 100 calls, 60.00 (72.00). February: 10.00 (12.00).

/** Makes two customers with two billed months each. */
export async function billedOrganization(service: Service): Promise<Known> {
  const { api } = await newOrganization(service, {
    name: 'Questions',
    sandbox: true,
    frozen_time: '2026-01-01T00:00:00Z',
    default_currency: 'EUR',
  });
  await makeCatalog(api);
  for (const customer of ['acme', 'beta']) {
    const name = customer === 'acme' ? 'Acme' : 'Beta Limited';
    await post(api, '/customers', 'customer', { external_id: customer, name, net_payment_term: 0 });
    const subscription = { external_customer_id: customer, external_id: `${customer}-main`, plan_code: 'starter' };
    await post(api, '/subscriptions', 'subscription', subscription);
  }
  await send(api, 'acme', 'calls', '2026-01-10', { n: 10 });
  for (const day of ['11', '12', '13']) await send(api, 'acme', 'exports', `2026-01-${day}`);
  await send(api, 'beta', 'calls', '2026-01-20', { n: 100 });
  await api.advanceClock('2026-02-10T00:00:00Z');
  await send(api, 'acme', 'calls', '2026-02-05', { n: 30 });
  await send(api, 'acme', 'exports', '2026-02-06');
  await api.advanceClock('2026-03-05T00:00:00Z');
  await send(api, 'acme', 'calls', '2026-03-04', { n: 4 });
  await send(api, 'acme', 'callz', '2026-03-04');
  const wallet = { name: 'Prepaid', rate_amount: '1', currency: 'EUR', external_customer_id: 'beta' };
  const { wallet: made } = await post<{ wallet: { svc_id: string } }>(api, '/wallets', 'wallet', wallet);
  const known = await invoicesOf(api);
  await post(api, '/payments', 'payment', {
    invoice_id: known.ids['acme 2026-02'],
    amount_cents: 2520,
    reference: 'transfer',
  });
  await api.advanceClock('2026-03-05T06:00:00Z');
  return { api, walletId: made.svc_id, ...known };
}

const post = <T = Body>(api: Api, path: string, wrapper: string, fields: Body): Promise<T> =>
  api.ok<T>('POST', `/api/v1${path}`, { [wrapper]: fields });

async function makeCatalog(api: Api): Promise<void> {
  await post(api, '/taxes', 'tax', { name: 'VAT', code: 'vat', rate: 20, applied_to_organization: true });
  type Metric = { billable_metric: { svc_id: string } };
  const calls = await post<Metric>(api, '/billable_metrics', 'billable_metric', {
    name: 'Calls',
    code: 'calls',
    aggregation_type: 'sum_agg',
    field_name: 'n',
  });
  const exports = await post<Metric>(api, '/billable_metrics', 'billable_metric', {
    name: 'Exports',
    code: 'exports',
    aggregation_type: 'count_agg',
  });
  const charge = (code: string, { billable_metric: metric }: Metric, amount: string) => ({
    code,
    billable_metric_id: metric.svc_id,
    charge_model: 'standard',
    properties: { amount },
  });
  const shared = { interval: 'monthly', amount_currency: 'EUR', pay_in_advance: false };
  await post(api, '/plans', 'plan', {
    ...shared,
    name: 'Starter',
    code: 'starter',
    amount_cents: 1000,
    charges: [charge('calls', calls, '0.5'), charge('exports', exports, '2')],
  });
  await post(api, '/plans', 'plan', {
    ...shared,
    name: 'Pro',
    code: 'pro',
    amount_cents: 3000,
    charges: [charge('calls', calls, '0.1'), charge('exports', exports, '1')],
  });
}

async function send(api: Api, customer: string, code: string, day: string, properties: Body = {}): Promise<void> {
  const event = {
    transaction_id: `${customer} ${code} ${day}`,
    external_subscription_id: `${customer}-main`,
    code,
    timestamp: Date.parse(`${day}T12:00:00Z`) / 1000,
    properties,
  };
  await post(api, '/events', 'event', event);
}

async function invoicesOf(api: Api): Promise<Pick<Known, 'numbers' | 'ids' | 'feeId'>> {
  const invoices = await api.pages<Invoice>('/api/v1/invoices', 'invoices');
  const entries = <K extends 'number' | 'svc_id'>(field: K) =>
    Object.fromEntries(
      invoices.map((one) => [`${one.customer.external_id} ${one.issuing_date.slice(0, 7)}`, one[field]]),
    );
  const ids = entries('svc_id');
  const { invoice } = await api.ok<{ invoice: { fees: { svc_id: string; item: { code: string } }[] } }>(
    'GET',
    `/api/v1/invoices/${ids['acme 2026-02']}`,
  );
  const feeId = invoice.fees.find(({ item }) => item.code === 'calls')?.svc_id ?? '';
  return { numbers: entries('number'), ids, feeId };
}
