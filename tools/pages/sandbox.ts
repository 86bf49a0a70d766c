// A small sandbox for the journeys, with a record of each kind, made by public calls.
import { advanceClock, newOrganization } from '@tollgate/demo/installation';
import type { Api, Body } from '@tollgate/harness/api';

interface Created {
  svc_id: string;
}
interface Invoice extends Created {
  number: string;
  total_due_amount_cents: number;
  fees: Created[];
}

/** The sandbox, as far as the journeys know it. */
export interface Sandbox {
  api: Api;
  /** Its name in addresses. */
  slug: string;
  /** Secret of an invitation for its admin. */
  invitation: string;
  paidInvoice: string;
  creditNote: string;
  payment: string;
  paymentRequest: string;
  dataExport: string;
  exportSchedule: string;
  bulkAct: string;
  priceTest: string;
  backfill: string;
  wallet: string;
  endpoint: string;
}

/** Creates a record. @returns it, as the service answers */
export async function make<T = Created>(api: Api, path: string, wrapper: string, record: Body): Promise<T> {
  const answer = await api.ok<Record<string, T>>('POST', `/api/v1/${path}`, { [wrapper]: record });
  return answer[wrapper] as T;
}

/** A port that no test listens on: attempts there fail. */
const deadEndpoint = 'http://127.0.0.1:9/hooks';

async function makeCatalog(api: Api): Promise<void> {
  await make(api, 'taxes', 'tax', { name: 'TVA', code: 'vat', rate: '20', applied_to_organization: true });
  const metric = await make(api, 'billable_metrics', 'billable_metric', {
    name: 'Storage',
    code: 'storage',
    aggregation_type: 'max_agg',
    field_name: 'gigabytes',
  });
  await make(api, 'invoice_custom_sections', 'invoice_custom_section', {
    name: 'Bank details',
    code: 'bank',
    details: 'IBAN FR76 3000 6000 0112 3456 7890 189',
  });
  await make(api, 'dunning_campaigns', 'dunning_campaign', {
    name: 'Reminders',
    code: 'reminders',
    days_between_attempts: 7,
    max_attempts: 3,
    thresholds: [{ amount_cents: 100000, currency: 'EUR' }],
  });
  await make(api, 'payment_providers', 'payment_provider', { provider: 'sandbox', name: 'Test', code: 'test' });
  await make(api, 'add_ons', 'add_on', {
    name: 'Support',
    code: 'support',
    amount_cents: 25000,
    amount_currency: 'EUR',
  });
  await make(api, 'coupons', 'coupon', {
    name: 'Welcome',
    code: 'welcome',
    coupon_type: 'fixed_amount',
    amount_cents: 1000,
    amount_currency: 'EUR',
    frequency: 'once',
    expiration: 'no_expiration',
  });
  await make(api, 'features', 'feature', {
    name: 'Seats',
    code: 'seats',
    privileges: [{ code: 'max', name: 'Most seats', value_type: 'integer' }],
  });
  await make(api, 'plans', 'plan', {
    name: 'Team',
    code: 'team',
    interval: 'monthly',
    amount_cents: 4900,
    amount_currency: 'EUR',
    pay_in_advance: false,
    charges: [
      {
        billable_metric_id: metric.svc_id,
        charge_model: 'graduated',
        properties: {
          graduated_ranges: [
            { from_value: 0, to_value: 10, per_unit_amount: '0', flat_amount: '0' },
            { from_value: 11, to_value: null, per_unit_amount: '0.5', flat_amount: '2' },
          ],
        },
      },
    ],
  });
  await api.ok('POST', '/api/v1/plans/team/entitlements', { entitlements: { seats: { max: 10 } } });
}

async function makeCustomer(api: Api, id: string, name: string): Promise<void> {
  await api.ok('POST', '/api/v1/customers', {
    customer: {
      external_id: id,
      name,
      currency: 'EUR',
      country: 'FR',
      timezone: 'Asia/Tokyo',
      email: `${id}@example.com`,
    },
  });
  await api.ok('POST', '/api/v1/subscriptions', {
    subscription: { external_customer_id: id, external_id: `${id}-main`, plan_code: 'team', billing_time: 'calendar' },
  });
}

/** Events: one that counts, one without its property, one with an unknown code. */
const events = [
  { transaction_id: 'good', code: 'storage', properties: { gigabytes: 25 } },
  { transaction_id: 'empty', code: 'storage', properties: {} },
  { transaction_id: 'unknown', code: 'storrage', properties: { gigabytes: 1 } },
].map((event) => ({ ...event, external_subscription_id: 'acme-main', timestamp: Date.UTC(2026, 0, 20) / 1000 }));

/** An event of the billed month that comes after its invoice. */
const lateEvent = {
  transaction_id: 'tardy',
  code: 'storage',
  properties: { gigabytes: 45 },
  external_subscription_id: 'acme-main',
  timestamp: Date.UTC(2026, 0, 25) / 1000,
};

async function invoiceOf(api: Api, customer: string): Promise<Invoice> {
  const { invoices } = await api.ok<{ invoices: Created[] }>(
    'GET',
    `/api/v1/invoices?external_customer_id=${customer}&status=finalized`,
  );
  const { invoice } = await api.ok<{ invoice: Invoice }>('GET', `/api/v1/invoices/${invoices[0]?.svc_id ?? ''}`);
  return invoice;
}

/** The name of the organization in addresses, and the secret of an invitation for its admin. */
export async function entranceOf(api: Api, email: string): Promise<{ slug: string; invitation: string }> {
  const { invite } = await api.ok<{ invite: { token: string } }>('POST', '/api/v1/invites', {
    invite: { email, roles: ['admin'] },
  });
  const { organization } = await api.ok<{ organization: { slug: string } }>('GET', '/api/v1/organizations');
  return { slug: organization.slug, invitation: invite.token };
}

/** Makes a sandbox without records. */
export async function makeEmptySandbox(email: string) {
  const api = await newOrganization({
    name: 'Empty Sandbox',
    sandbox: true,
    frozen_time: '2026-01-01T12:00:00Z',
    default_currency: 'EUR',
    timezone: 'Europe/Paris',
  });
  return { api, ...(await entranceOf(api, email)) };
}

/** Makes the sandbox: two customers, a billed month, an invoice paid and credited, and one overdue, with a payment request. */
export async function makeSandbox(email: string): Promise<Sandbox> {
  const api = await newOrganization({
    name: 'Little Sandbox',
    sandbox: true,
    frozen_time: '2026-01-15T12:00:00Z',
    default_currency: 'EUR',
    country: 'FR',
    timezone: 'Europe/Paris',
    net_payment_term: 10,
  });
  const endpoint = await make(api, 'webhook_endpoints', 'webhook_endpoint', {
    webhook_url: deadEndpoint,
    event_types: ['customer.created'],
  });
  await makeCatalog(api);
  await makeCustomer(api, 'acme', 'Acme');
  await makeCustomer(api, 'right', 'شركة المثال');
  await api.ok('POST', '/api/v1/applied_coupons', {
    applied_coupon: { external_customer_id: 'right', coupon_code: 'welcome' },
  });
  const wallet = await make(api, 'wallets', 'wallet', {
    external_customer_id: 'right',
    name: 'Prepaid',
    currency: 'EUR',
    rate_amount: '1.0',
    granted_credits: '5.0',
  });
  await api.ok('POST', '/api/v1/events/batch', { events });
  await advanceClock(api, '2026-02-01T12:00:00Z');
  await api.ok('POST', '/api/v1/events', { event: lateEvent });
  await make(api, 'event_sources', 'event_source', { name: 'Traces', code: 'traces', kind: 'gen_ai' });
  await make(api, 'event_sources', 'event_source', {
    name: 'Messages',
    code: 'messages',
    kind: 'kafka',
    enabled: false,
    kafka: { brokers: ['kafka.example.com:9093'], topic: 'usage', format: 'cloud_events' },
  });
  const backfill = await make(api, 'event_backfills', 'event_backfill', {
    format: 'csv',
    content: 'transaction_id,code\np1,\n',
    file_name: 'usage.csv',
  });
  const paid = await invoiceOf(api, 'acme');
  const payment = await make(api, 'payments', 'payment', {
    invoice_id: paid.svc_id,
    amount_cents: paid.total_due_amount_cents,
    reference: 'Transfer 1',
    paid_at: '2026-02-01',
  });
  const note = await make(api, 'credit_notes', 'credit_note', {
    invoice_id: paid.svc_id,
    reason: 'other',
    credit_amount_cents: 120,
    refund_amount_cents: 0,
    items: [{ fee_id: paid.fees[0]?.svc_id, amount_cents: 100 }],
  });
  await advanceClock(api, '2026-02-20T12:00:00Z');
  const overdue = await invoiceOf(api, 'right');
  const request = await make(api, 'payment_requests', 'payment_request', {
    external_customer_id: 'right',
    svc_invoice_ids: [overdue.svc_id],
    email: 'right@example.com',
  });
  const exported = await make(api, 'data_exports', 'data_export', { resource_type: 'customers', format: 'jsonl' });
  const schedule = await make(api, 'data_export_schedules', 'data_export_schedule', {
    resource_type: 'plans',
    format: 'jsonl',
    interval: 'daily',
    hour: 3,
  });
  const bulkAct = await make(api, 'bulk_acts', 'bulk_act', { act: 'invoices.refresh', ids: [paid.svc_id] });
  const priceTest = await make(api, 'plans/team/impact', 'price_test', {
    name: 'Dearer',
    periods_ago: 0,
    plan: { interval: 'monthly', amount_cents: 6000, amount_currency: 'EUR', pay_in_advance: false },
  });
  return {
    api,
    ...(await entranceOf(api, email)),
    paidInvoice: paid.svc_id,
    creditNote: note.svc_id,
    payment: payment.svc_id,
    paymentRequest: request.svc_id,
    dataExport: exported.svc_id,
    exportSchedule: schedule.svc_id,
    bulkAct: bulkAct.svc_id,
    priceTest: priceTest.svc_id,
    backfill: backfill.svc_id,
    wallet: wallet.svc_id,
    endpoint: endpoint.svc_id,
  };
}
