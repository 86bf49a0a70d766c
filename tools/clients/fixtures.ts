// The objects of the clients' calls: one organization with one of everything, created over plain HTTP.
import { type Api, newOrganization } from '@tollgate/harness/api';
import type { Service } from '@tollgate/harness/standalone';
import { addOn, charge, coupon, endpoint, event, filter, fixedCharge, metric, plan, tax } from './bodies.ts';

/** Objects have the prefix of the clients. */
interface Created {
  lago_id: string;
}

interface Invoice extends Created {
  status: string;
  total_due_amount_cents: number;
  payment_overdue: boolean;
}

interface Fee extends Created {
  lago_invoice_id: string | null;
}

/** Lines to credit. */
export interface Credited {
  invoice_id: string;
  items: { fee_id: string; amount_cents: number }[];
}

/** Creates an object of an organization. @returns it */
type Create = <Kind extends Created = Created>(path: string, wrapper: string, value: object) => Promise<Kind>;

const creatorOf =
  (api: Api): Create =>
  async <Kind extends Created>(path: string, wrapper: string, value: object) => {
    const answer = await api.ok<Record<string, Kind>>('POST', `/api/v1${path}`, { [wrapper]: value });
    const created = answer[wrapper];
    if (!created) throw new Error(`POST ${path} answers no ${wrapper}`);
    return created;
  };

const listOf = async <Kind extends Created = Created>(api: Api, path: string, key: string): Promise<Kind[]> =>
  (await api.ok<Record<string, Kind[]>>('GET', `/api/v1${path}`))[key] ?? [];

/** Identifiers of the first objects of a list. @throws Error if there are fewer */
function idsOf(what: string, objects: Created[], count: number): string[] {
  if (objects.length < count) throw new Error(`there are ${objects.length} of ${count} ${what}`);
  return objects.slice(0, count).map((one) => one.lago_id);
}

const idOf = (what: string, object: Created | undefined): string => {
  if (!object) throw new Error(`there is no ${what}`);
  return object.lago_id;
};

async function makeCatalog(create: Create) {
  for (const name of ['tax', 'gone']) await create('/taxes', 'tax', tax(name));
  for (const name of ['add_on', 'gone']) await create('/add_ons', 'add_on', addOn(name));
  for (const name of ['coupon', 'gone']) await create('/coupons', 'coupon', coupon(name));
  const { lago_id: metricId } = await create('/billable_metrics', 'billable_metric', metric('metric'));
  await create('/billable_metrics', 'billable_metric', metric('gone'));
  const endpointOf = (name: string) => create('/webhook_endpoints', 'webhook_endpoint', endpoint(name));
  const { lago_id: endpointId } = await endpointOf('endpoint');
  const { lago_id: goneEndpoint } = await endpointOf('gone');
  return { metricId, endpointId, goneEndpoint };
}

async function makePlans(create: Create, metricId: string) {
  const charges = [
    charge(metricId, 'charge'),
    charge(metricId, 'instant', { pay_in_advance: true, invoiceable: false }),
    charge(metricId, 'gone'),
  ];
  const fixedCharges = [fixedCharge('fixed_charge'), fixedCharge('gone')];
  await create('/plans', 'plan', plan('plan', { charges, fixed_charges: fixedCharges }));
  await create('/plans', 'plan', plan('gone'));
  const filterOf = (region: string) => create('/plans/plan/charges/charge/filters', 'filter', filter(region));
  const { lago_id: filterId } = await filterOf('eu');
  const { lago_id: goneFilter } = await filterOf('us');
  return { filterId, goneFilter };
}

async function makeSubscriptions(api: Api, create: Create, metricId: string) {
  const subscribe = (customer: string, id: string, planCode = 'plan') =>
    create('/subscriptions', 'subscription', { external_customer_id: customer, plan_code: planCode, external_id: id });
  await create('/plans', 'plan', plan('plain', { charges: [charge(metricId, 'charge')] }));
  await subscribe('customer', 'subscription');
  await subscribe('customer', 'plain', 'plain');
  for (const id of ['patient', 'gone_draft']) await subscribe('patient', id);
  for (const id of ['ended', 'gone']) await subscribe('customer', id);
  // The first change of a subscription's charge copies the plan; the copy's filters have their own identifiers.
  const path = '/subscriptions/subscription/charges/charge';
  await api.ok('PUT', `/api/v1${path}`, { charge: { invoice_display_name: 'Gigabytes' } });
  const filters = await listOf(api, `${path}/filters`, 'filters');
  const [ownFilter = '', goneOwnFilter = ''] = idsOf('filters', filters, 2);
  for (const id of ['event', 'gone']) await create('/events', 'event', event(id));
  return { ownFilter, goneOwnFilter };
}

/** Lets time pass until there are invoices of all kinds. */
async function makeInvoices(api: Api, create: Create) {
  await api.advanceClock('2024-01-11T00:00:00Z');
  await api.ok('DELETE', '/api/v1/subscriptions/ended');
  const { lago_id: appliedCoupon } = await create('/applied_coupons', 'applied_coupon', {
    external_customer_id: 'patient',
    coupon_code: 'coupon',
  });
  await api.advanceClock('2024-01-12T00:00:00Z');

  const invoices = await listOf<Invoice>(api, '/invoices', 'invoices');
  const goneInvoices: string[] = [];
  for (let i = 0; i < 2; i++) goneInvoices.push((await sell(create, 'customer')).lago_id);
  const fees = await listOf<Fee>(api, '/fees?fee_type=charge', 'fees');
  const drafts = invoices.filter(({ status }) => status === 'draft');
  const [draft = '', goneDraft = ''] = idsOf('drafts', drafts, 2);
  const invoice = idOf(
    'due invoice',
    invoices.find(({ status, total_due_amount_cents: due }) => status === 'finalized' && due > 0),
  );
  const overdue = idOf(
    'overdue invoice',
    invoices.find(({ lago_id: id, payment_overdue: isOverdue }) => isOverdue && id !== invoice),
  );
  const uninvoiced = fees.filter((one) => one.lago_invoice_id === null);
  const [fee = '', goneFee = ''] = idsOf('fees without an invoice', uninvoiced, 2);
  return { appliedCoupon, draft, goneDraft, invoice, overdue, goneInvoices, fee, goneFee };
}

const sell = (create: Create, customer: string) =>
  create<Created & { fees: Created[] }>('/invoices', 'invoice', {
    external_customer_id: customer,
    currency: 'EUR',
    fees: [{ add_on_code: 'add_on' }],
  });

async function makePayments(api: Api, create: Create, { invoice, overdue }: { invoice: string; overdue: string }) {
  const { lago_id: paymentRequest } = await create('/payment_requests', 'payment_request', {
    external_customer_id: 'customer',
    lago_invoice_ids: [overdue],
    email: 'ada@example.com',
  });
  const paid = { invoice_id: invoice, amount_cents: 1, reference: 'ref' };
  const { lago_id: payment } = await create('/payments', 'payment', paid);
  const [receipt = ''] = idsOf('receipts', await listOf(api, '/payment_receipts', 'payment_receipts'), 1);
  return { paymentRequest, payment, receipt };
}

async function makeCreditNotes(api: Api, create: Create) {
  const [creditNote = ''] = idsOf('credit notes', await listOf(api, '/credit_notes', 'credit_notes'), 1);
  // This customer has no other invoices, so none uses its notes.
  await create('/customers', 'customer', { external_id: 'credited', currency: 'EUR' });
  const sold = await sell(create, 'credited');
  const credited: Credited = {
    invoice_id: sold.lago_id,
    items: [{ fee_id: idOf('fee to credit', sold.fees[0]), amount_cents: 1 }],
  };
  const goneNotes: string[] = [];
  for (let i = 0; i < 2; i++)
    goneNotes.push((await create('/credit_notes', 'credit_note', { ...credited, credit_amount_cents: 1 })).lago_id);
  return { creditNote, credited, goneNotes };
}

async function makeWallets(api: Api, create: Create) {
  // They belong to another customer, so no other invoice uses them.
  await create('/customers', 'customer', { external_id: 'prepaid', currency: 'EUR' });
  const walletOf = async (name: string) => {
    const settings = { external_customer_id: 'prepaid', code: name, name, currency: 'EUR', rate_amount: '1.0' };
    return (await create('/wallets', 'wallet', settings)).lago_id;
  };
  const wallet = await walletOf('wallet');
  await walletOf('gone_wallet');
  const endedWallet = await walletOf('ended_wallet');
  await walletOf('other_wallet');

  const transact = (settings: object) =>
    api.ok('POST', '/api/v1/wallet_transactions', { wallet_transaction: { wallet_id: wallet, ...settings } });
  const transactions = (filters: string) =>
    listOf<Created & { transaction_status: string }>(
      api,
      `/wallets/${wallet}/wallet_transactions${filters}`,
      'wallet_transactions',
    );
  await transact({ paid_credits: '5', granted_credits: '10', voided_credits: '0' });
  const credits = await transactions('');
  credits.sort((one, other) => other.transaction_status.localeCompare(one.transaction_status));
  const [soldCredits = '', grantedCredits = ''] = idsOf('transactions', credits, 2);
  await transact({ voided_credits: '1' });
  const [voidedCredits = ''] = idsOf('voided credits', await transactions('?transaction_type=outbound'), 1);
  return { wallet, endedWallet, soldCredits, grantedCredits, voidedCredits };
}

/**
 * Creates everything that calls read, change or delete. Objects to delete exist only for that call and are named
 * `gone`.
 * @returns the API key, and identifiers by name
 */
export async function makeFixtures(service: Service) {
  const settings = { name: 'Clients', sandbox: true, frozen_time: '2024-01-10T00:00:00Z', default_currency: 'EUR' };
  const { api } = await newOrganization(service, settings);
  const create = creatorOf(api);
  const catalog = await makeCatalog(create);
  for (const name of ['customer', 'gone'])
    await create('/customers', 'customer', { external_id: name, name: 'Ada', currency: 'EUR' });
  await create('/customers', 'customer', {
    external_id: 'patient',
    currency: 'EUR',
    billing_configuration: { invoice_grace_period: 3 },
  });
  const filters = await makePlans(create, catalog.metricId);
  const ownFilters = await makeSubscriptions(api, create, catalog.metricId);
  const invoices = await makeInvoices(api, create);
  const payments = await makePayments(api, create, invoices);
  const notes = await makeCreditNotes(api, create);
  const wallets = await makeWallets(api, create);
  const ids = { ...catalog, ...filters, ...ownFilters, ...invoices, ...payments, ...notes, ...wallets };
  return { apiKey: api.key, ids };
}

/** Identifiers of the fixtures by name. */
export type Ids = Awaited<ReturnType<typeof makeFixtures>>['ids'];
