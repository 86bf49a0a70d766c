import type { PlanView } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { Decimal, type Trial } from '@tollgate/rating';
import { subscriptionsByExternalId, type SubscriptionRow } from '../repositories/subscriptions.repository.js';

/**
 * The trial that a plan grants to an external id, counted from its first start ever (subscriptions, section 5.3).
 * @param knownSubscriptions all subscriptions of the external id, if the caller has read them already
 */
export async function trialOf(
  transaction: TenantTransaction,
  row: Pick<SubscriptionRow, 'organization_id' | 'customer_id' | 'external_id' | 'started_at'>,
  plan: PlanView,
  knownSubscriptions?: SubscriptionRow[],
): Promise<Trial | null> {
  if (plan.trialPeriod === null) return null;
  const all = knownSubscriptions ?? (await subscriptionsByExternalId(transaction, row.external_id));
  const starts = all
    .filter((other) => other.customer_id === row.customer_id)
    .flatMap((other) => (other.started_at ? [other.started_at.getTime()] : []));
  if (row.started_at) starts.push(row.started_at.getTime());
  return { days: new Decimal(plan.trialPeriod), initialStartedAt: Math.min(...starts) };
}
