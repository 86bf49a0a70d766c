import { planRoutes, type ListedSubscription, type NamedPlan } from '@tollgate/contracts';
import { readPlans } from '@tollgate/catalog/reader';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { withCustomers, type CustomerExpansionRequest } from '../../customers/resource/named-customers.reader.js';
import type { SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';
import { presentSubscriptions } from './subscription.presenter.js';

/** Subscriptions as lists show them, with the requested members: a statement for each, whatever their number. */
export async function presentListed(
  transaction: TenantTransaction,
  rows: SubscriptionRow[],
  { now, ...request }: CustomerExpansionRequest & { now: Instant },
): Promise<ListedSubscription[]> {
  const subscriptions = await presentSubscriptions(transaction, rows, now);
  const shown = await withCustomers(transaction, subscriptions, (one) => one.svc_customer_id, request);
  if (!request.expand?.includes('plan')) return shown;
  const plans = request.may(planRoutes.read) ? await namedPlans(transaction, rows) : undefined;
  return shown.map((one, place) => ({ ...one, plan: plans?.get((rows[place] as SubscriptionRow).plan_id) ?? null }));
}

async function namedPlans(transaction: TenantTransaction, rows: SubscriptionRow[]): Promise<Map<string, NamedPlan>> {
  const plans = await readPlans(transaction, [...new Set(rows.map((row) => row.plan_id))]);
  return new Map([...plans.values()].map(({ id, code, name, interval }) => [id, { svc_id: id, code, name, interval }]));
}
