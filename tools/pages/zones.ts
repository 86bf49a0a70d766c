// A world of time zones: an organization in Berlin, and customers on three other days.
import { advanceClock, newOrganization } from '@tollgate/demo/installation';
import type { Api } from '@tollgate/harness/api';
import { entranceOf, make } from './sandbox.ts';

/**
 * Customers by their zones, each with its January by hand. The month costs 31.00, one for each day. All subscribe at noon
 * UTC of 10 January, and have the same five events at the end of the month, 1.00 each.
 */
export const customers = [
  // The subscription starts on the 11th: 21 days. Midnight is at 11:00 UTC of the 31st: one event is before it.
  { id: 'auckland', zone: 'Pacific/Auckland', january: 2100 + 100, startsOn: 'Jan 11, 2026' },
  // 22 days. Midnight is at 18:15 UTC of the 31st.
  { id: 'kathmandu', zone: 'Asia/Kathmandu', january: 2200 + 300, startsOn: 'Jan 10, 2026' },
  // 22 days. Midnight is at 10:00 UTC of 1 February.
  { id: 'honolulu', zone: 'Pacific/Honolulu', january: 2200 + 500, startsOn: 'Jan 10, 2026' },
] as const;

const usedAt = [
  '2026-01-31T10:30:00Z',
  '2026-01-31T11:30:00Z',
  '2026-01-31T18:12:00Z',
  '2026-01-31T18:20:00Z',
  '2026-02-01T09:00:00Z',
];

/** The zone of the organization. */
export const zoneOfOrganization = 'Europe/Berlin';

/** A record of each kind of one customer. */
export interface RecordsOfZone {
  id: string;
  invoice: string;
  wallet: string;
  note: string;
  payment: string;
  portal: string;
}

export interface ZoneWorld {
  api: Api;
  slug: string;
  invitation: string;
  records: RecordsOfZone[];
}

interface Identified {
  svc_id: string;
}

async function makePlans(api: Api): Promise<void> {
  const { svc_id: metric } = await make(api, 'billable_metrics', 'billable_metric', {
    name: 'Calls',
    code: 'calls',
    aggregation_type: 'count_agg',
  });
  const charge = { billable_metric_id: metric, charge_model: 'standard', properties: { amount: '1' } };
  const plan = { amount_currency: 'EUR', pay_in_advance: false, charges: [charge] };
  await make(api, 'plans', 'plan', {
    ...plan,
    name: 'Month',
    code: 'month',
    interval: 'monthly',
    amount_cents: 3100,
  });
  await make(api, 'plans', 'plan', {
    ...plan,
    name: 'Year',
    code: 'year',
    interval: 'yearly',
    amount_cents: 36500,
    bill_charges_monthly: true,
  });
}

/** A customer with a monthly and a yearly subscription, events on the last day of January, and a wallet. */
async function makeCustomer(api: Api, { id, zone }: (typeof customers)[number]): Promise<void> {
  await api.ok('POST', '/api/v1/customers', {
    customer: { external_id: id, name: `In ${zone}`, currency: 'EUR', timezone: zone, email: `${id}@example.com` },
  });
  for (const plan of ['month', 'year'])
    await api.ok('POST', '/api/v1/subscriptions', {
      subscription: { external_customer_id: id, external_id: `${id}-${plan}`, plan_code: plan },
    });
  const events = usedAt.map((at, place) => ({
    transaction_id: `${id}-${place}`,
    external_subscription_id: `${id}-month`,
    code: 'calls',
    timestamp: Date.parse(at) / 1000,
  }));
  await api.ok('POST', '/api/v1/events/batch', { events });
}

/** The first invoice of a customer, paid in part, credited in part, and a wallet that expires. */
async function recordsOf(api: Api, id: string): Promise<RecordsOfZone> {
  const { invoices } = await api.ok<{ invoices: Identified[] }>('GET', `/api/v1/invoices?external_customer_id=${id}`);
  const { invoice } = await api.ok<{ invoice: Identified & { fees: Identified[] } }>(
    'GET',
    `/api/v1/invoices/${invoices[0]?.svc_id}`,
  );
  const payment = await make(api, 'payments', 'payment', {
    invoice_id: invoice.svc_id,
    amount_cents: 500,
    reference: `Transfer of ${id}`,
    paid_at: '2026-02-02',
  });
  const note = await make(api, 'credit_notes', 'credit_note', {
    invoice_id: invoice.svc_id,
    reason: 'other',
    offset_amount_cents: 100,
    items: [{ fee_id: invoice.fees[0]?.svc_id, amount_cents: 100 }],
  });
  const wallet = await make(api, 'wallets', 'wallet', {
    external_customer_id: id,
    name: `Credits of ${id}`,
    currency: 'EUR',
    rate_amount: '1',
    granted_credits: '10',
    expiration_at: '2026-12-31T23:30:00Z',
  });
  const { customer } = await api.ok<{ customer: { portal_url: string } }>('GET', `/api/v1/customers/${id}/portal_url`);
  return {
    id,
    invoice: invoice.svc_id,
    payment: payment.svc_id,
    note: note.svc_id,
    wallet: wallet.svc_id,
    portal: customer.portal_url,
  };
}

/** Makes the world: a billed January. @param email of its admin */
export async function makeZoneWorld(email: string): Promise<ZoneWorld> {
  const api = await newOrganization({
    name: 'Zones',
    sandbox: true,
    frozen_time: '2026-01-10T12:00:00Z',
    default_currency: 'EUR',
    country: 'DE',
    timezone: zoneOfOrganization,
  });
  await makePlans(api);
  for (const customer of customers) await makeCustomer(api, customer);
  await advanceClock(api, '2026-02-03T20:00:00Z');
  const records: RecordsOfZone[] = [];
  for (const { id } of customers) records.push(await recordsOf(api, id));
  return { api, ...(await entranceOf(api, email)), records };
}
