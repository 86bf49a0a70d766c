import { customerRoutes, planRoutes, type ListedSubscription, type SubscriptionFilters } from '@tollgate/contracts';
import { readPlans } from '@tollgate/catalog/reader';
import type { Instant, Rights, TenantTransaction } from '@tollgate/platform';
import { customersByIds } from '../../model/customers/customers.repository.js';
import type { SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';
import { presentSubscriptions } from './subscription.presenter.js';

/** Subscriptions as lists show them, with the requested members: a statement for each, whatever their number. */
export async function presentListed(
  transaction: TenantTransaction,
  rows: SubscriptionRow[],
  { expand = [], may, now }: { expand: SubscriptionFilters['expand']; may: Rights; now: Instant },
): Promise<ListedSubscription[]> {
  const subscriptions = await presentSubscriptions(transaction, rows, now);
  const customers = expand.includes('customer')
    ? await ifAllowed(may(customerRoutes.read), () => namedCustomers(transaction, rows))
    : undefined;
  const plans = expand.includes('plan')
    ? await ifAllowed(may(planRoutes.read), () => namedPlans(transaction, rows))
    : undefined;
  return subscriptions.map((subscription, place) => ({
    ...subscription,
    ...(customers === undefined
      ? {}
      : { customer: customers?.get((rows[place] as SubscriptionRow).customer_id) ?? null }),
    ...(plans === undefined ? {} : { plan: plans?.get((rows[place] as SubscriptionRow).plan_id) ?? null }),
  }));
}

const ifAllowed = async <T>(isAllowed: boolean, read: () => Promise<T>): Promise<T | null> =>
  isAllowed ? read() : null;

async function namedCustomers(transaction: TenantTransaction, rows: SubscriptionRow[]) {
  const customers = await customersByIds(transaction, [...new Set(rows.map((row) => row.customer_id))]);
  return new Map(customers.map(({ id, external_id, name }) => [id, { svc_id: id, external_id, name }] as const));
}

async function namedPlans(transaction: TenantTransaction, rows: SubscriptionRow[]) {
  const plans = await readPlans(transaction, [...new Set(rows.map((row) => row.plan_id))]);
  return new Map(
    [...plans.values()].map(({ id, code, name, interval }) => [id, { svc_id: id, code, name, interval }] as const),
  );
}
