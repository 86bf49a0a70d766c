import { readTaxesOfBillingEntity, type TaxView } from '@tollgate/catalog/reader';
import type { BillingRunRequest } from '@tollgate/contracts';
import { groupBy, type TenantTransaction, type Instant, required } from '@tollgate/platform';
import {
  invoiceBoundaries,
  noBills,
  spanToContinue,
  terminationBoundaries,
  type BoundaryOptions,
  type InvoiceBoundaries,
  type PeriodHistory,
} from '@tollgate/rating';
import {
  readCustomerViews,
  readSubscriptions,
  type CustomerView,
  type PaymentMethods,
  type SubscriptionView,
} from '@tollgate/subscription/reader';
import { byDisplayName, groupKey, type KnownMethods } from './billing-groups.rules.js';
import { readPeriodHistories } from '../../model/billed-usage/period-histories.repository.js';
import {
  alreadyBilled,
  billedKey,
  billedOtherwise,
  billingHistories,
  periodicEnds,
  type OtherInvoices,
} from './billing-history.repository.js';
import type { QueuedRun } from '../../model/queues/billing-queue.js';
import { asBilled, type BilledSubscription } from '../../model/line-items/new-invoice.js';

/** A subscription on an invoice, with its billing history. */
export interface ToBill extends BilledSubscription {
  history: OtherInvoices;
}

/** The subscriptions of one invoice. */
export interface InvoiceGroup {
  customer: CustomerView;
  billingEntityId: string;
  entityTaxes: TaxView[];
  subscriptions: ToBill[];
  /** Whether a subscription waits for the payment of this invoice. */
  awaitsPayment: boolean;
}

type RequestedSubscription = BillingRunRequest['subscriptions'][number];

/** A subscription in a billing run. */
interface DueSubscription {
  runId: string;
  /** Billing instant, Unix milliseconds. */
  at: Instant;
  customer: CustomerView;
  subscription: SubscriptionView;
  request: RequestedSubscription;
}

/**
 * Groups the unbilled subscriptions of runs of different customers by invoice, for each run. The number of queries
 * hardly grows with the runs.
 */
export async function prepareRuns(
  transaction: TenantTransaction,
  methods: PaymentMethods,
  runs: QueuedRun[],
): Promise<Map<string, InvoiceGroup[]>> {
  const customers = await readCustomerViews(
    transaction,
    runs.map(({ request }) => request.customer_id),
  );
  const dueSubscriptions = await notBilled(transaction, await readDueSubscriptions(transaction, runs, customers));
  const periods = await readPeriodHistories(
    transaction,
    dueSubscriptions.map(({ subscription, at }) => ({ subscription, since: at })),
  );
  const boundaries = new Map<DueSubscription, InvoiceBoundaries>();
  for (const due of dueSubscriptions)
    boundaries.set(due, await boundariesOf(transaction, due, periods.get(due.subscription.id) ?? noBills));
  const histories = await historiesOf(transaction, boundaries);
  const knownMethods = await readKnownMethods(transaction, methods, dueSubscriptions);
  const groups = new Map<string, Map<string, InvoiceGroup>>(runs.map(({ id }) => [id, new Map()]));
  const entityTaxes = new Map<string, TaxView[]>();
  for (const due of dueSubscriptions) {
    const { subscription, customer } = due;
    const billingEntityId = subscription.billingEntityId ?? customer.billingEntity.id;
    const runGroups = required(groups, due.runId, 'groups');
    const awaitsPayment = due.request.awaits_payment === true;
    const key = `${groupKey(subscription, billingEntityId, knownMethods)}${awaitsPayment ? ` ${subscription.id}` : ''}`;
    // Taxes are those of the customer's issuer, even if another one issues the invoice (invoices, section 4.2).
    const issuer = customer.billingEntity.id;
    if (!entityTaxes.has(issuer)) entityTaxes.set(issuer, await readTaxesOfBillingEntity(transaction, issuer));
    const group = runGroups.get(key) ?? {
      customer,
      billingEntityId,
      entityTaxes: entityTaxes.get(issuer) ?? [],
      subscriptions: [],
      awaitsPayment,
    };
    group.subscriptions.push({
      subscription,
      reason: due.request.invoicing_reason,
      trialEnded: due.request.trial_ended,
      quantityCutoff: due.request.units_until ?? null,
      boundaries: required(boundaries, due, 'boundaries'),
      history: required(histories, due, 'billing history'),
    });
    runGroups.set(key, group);
  }
  return new Map([...groups].map(([id, runGroups]) => [id, [...runGroups.values()]]));
}

/**
 * Reads the payment methods that group subscriptions. Skips the query if no subscription names a method, since all then
 * use the default.
 */
async function readKnownMethods(
  transaction: TenantTransaction,
  methods: PaymentMethods,
  dueSubscriptions: DueSubscription[],
): Promise<KnownMethods> {
  const naming = dueSubscriptions.flatMap(({ subscription: { customerId, paymentMethod } }) => {
    const id = paymentMethod.payment_method_id;
    return id === null ? [] : [{ customerId, id }];
  });
  if (naming.length === 0) return { owners: new Map(), defaults: new Map() };
  const owners = await methods.owners(transaction, [...new Set(naming.map(({ id }) => id))]);
  const customerIds = [...new Set(naming.map(({ customerId }) => customerId))];
  return { owners, defaults: await methods.defaults(transaction, customerIds) };
}

/** Reads the subscriptions of each run, in the order of an invoice. */
async function readDueSubscriptions(
  transaction: TenantTransaction,
  runs: QueuedRun[],
  customers: Map<string, CustomerView>,
): Promise<DueSubscription[]> {
  // Fixed charges alone have invoices of their own.
  const requestedOf = ({ request }: QueuedRun) =>
    request.subscriptions.filter(({ invoicing_reason: reason }) => reason !== 'in_advance_charge');
  const subscriptions = new Map(
    (
      await readSubscriptions(
        transaction,
        runs.flatMap((run) => requestedOf(run).map((requested) => requested.subscription_id)),
      )
    ).map((view) => [view.id, view]),
  );
  return runs.flatMap((run) => {
    const requests = new Map(requestedOf(run).map((requested) => [requested.subscription_id, requested]));
    const current = customers.get(run.request.customer_id);
    if (!current) throw new Error(`no customer ${run.request.customer_id}`);
    // The customer may have moved to another time zone since the run fell due.
    const customer = { ...current, timezone: run.request.timezone ?? current.timezone };
    const views = byDisplayName([...requests.keys()].flatMap((id) => subscriptions.get(id) ?? []));
    const at = Date.parse(run.request.billing_at);
    return views.map((view) => {
      const request = required(requests, view.id, 'billing request');
      return { runId: run.id, at, customer, subscription: asBilled(view, request.invoicing_reason), request };
    });
  });
}

async function notBilled(transaction: TenantTransaction, all: DueSubscription[]): Promise<DueSubscription[]> {
  const done = await byInstant(all, async (ids, at, timezone) => {
    const billed = await alreadyBilled(transaction, ids, at, timezone);
    return new Map(ids.map((id) => [id, billed]));
  });
  const left: DueSubscription[] = [];
  for (const due of all) {
    const { subscription, customer, at, request } = due;
    const billed = done.get(instantKey(subscription.id, at, customer.timezone));
    if (billed?.has(billedKey(subscription.id, request.invoicing_reason, request.trial_ended))) continue;
    if (
      request.trial_ended &&
      (await billedOtherwise(transaction, subscription.id, subscription.agreement.startedAt, at, customer.timezone))
    )
      continue;
    left.push(due);
  }
  return left;
}

const instantKey = (subscriptionId: string, at: Instant, timezone: string) => `${subscriptionId} ${at} ${timezone}`;

/** Reads once for all subscriptions with the same instant and time zone, which most billing runs share. */
async function byInstant<T>(
  dueSubscriptions: DueSubscription[],
  read: (ids: string[], at: Instant, timezone: string) => Promise<Map<string, T>>,
): Promise<Map<string, T>> {
  const answers = new Map<string, T>();
  for (const together of groupBy(dueSubscriptions, ({ at, customer }) => `${at} ${customer.timezone}`).values()) {
    const { at, customer } = together[0] as DueSubscription;
    const ofInstant = await read(
      together.map(({ subscription }) => subscription.id),
      at,
      customer.timezone,
    );
    for (const [id, answer] of ofInstant) answers.set(instantKey(id, at, customer.timezone), answer);
  }
  return answers;
}

/** Reads the billing histories of subscriptions for the days of their boundaries. */
async function historiesOf(
  transaction: TenantTransaction,
  all: Map<DueSubscription, InvoiceBoundaries>,
): Promise<Map<DueSubscription, OtherInvoices>> {
  const histories = new Map<DueSubscription, OtherInvoices>();
  // A subscription that is due for its start and for its end in one run has a history for each.
  for (const sameReason of groupBy([...all.keys()], ({ request: { invoicing_reason: reason } }) => reason).values()) {
    const days = sameReason.map((due) => {
      const { subscriptionFrom: from, subscriptionTo: to } = required(all, due, 'boundaries');
      return {
        id: due.subscription.id,
        agreement: due.subscription.agreement,
        from,
        to,
        timezone: due.customer.timezone,
      };
    });
    const byId = await billingHistories(transaction, days);
    for (const due of sameReason) histories.set(due, required(byId, due.subscription.id, 'billing history'));
  }
  return histories;
}

/** The period that an invoice of a subscription covers. @param periods its billed spans */
export async function boundariesOf(
  transaction: TenantTransaction,
  {
    subscription,
    request,
    at,
    customer,
  }: Pick<DueSubscription, 'subscription' | 'at' | 'customer'> & {
    request: Pick<RequestedSubscription, 'invoicing_reason'>;
  },
  periods: PeriodHistory,
): Promise<InvoiceBoundaries> {
  const { agreement } = subscription;
  const { timezone } = customer;
  // The invoice of a start bills no usage, so it continues no billed span.
  const starts = request.invoicing_reason === 'subscription_starting';
  const options: BoundaryOptions = starts
    ? {}
    : { billedUnderOtherTimezone: underOtherTimezone(subscription, timezone, periods) };
  if (request.invoicing_reason !== 'subscription_terminating')
    return invoiceBoundaries(agreement, at, timezone, options);
  // The new plan of an upgrade bills the rest of the running period.
  if (agreement.successor === 'upgrade')
    return invoiceBoundaries(agreement, at, timezone, { ...options, currentUsage: true });
  return terminationBoundaries(agreement, at, timezone, await periodicEnds(transaction, subscription.id), options);
}

/** The spans after which usage and fixed charges of a moved subscription continue. */
function underOtherTimezone(
  { agreement }: SubscriptionView,
  timezone: string,
  { startTimezone, charges, fixedCharges }: PeriodHistory,
): NonNullable<BoundaryOptions['billedUnderOtherTimezone']> {
  const byFixedCharges = { ...agreement, billChargesMonthly: agreement.billFixedChargesMonthly };
  const usage = spanToContinue(agreement, startTimezone, timezone, charges.at(-1));
  const fixed = spanToContinue(byFixedCharges, startTimezone, timezone, fixedCharges.at(-1));
  return { ...(usage ? { charges: usage } : {}), ...(fixed ? { fixedCharges: fixed } : {}) };
}
