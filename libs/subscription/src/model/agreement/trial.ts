import type { PlanView } from '@tollgate/catalog/reader';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { Decimal, type Trial } from '@tollgate/rating';
import { subscriptionsByExternalId, type SubscriptionRow } from '../subscriptions/subscriptions.repository.js';

type StartingRow = Pick<SubscriptionRow, 'customer_id' | 'started_at' | 'subscription_at'>;

/**
 * The first start ever of a customer's external id (Unix ms), or the planned one if none of its subscriptions has
 * started yet (subscriptions, section 5.3).
 */
export function initialStartOf(row: StartingRow, sameExternalId: StartingRow[]): Instant {
  const ofCustomer = sameExternalId.filter((other) => other.customer_id === row.customer_id);
  const starts = [row, ...ofCustomer].flatMap(({ started_at: start }) => (start ? [start.getTime()] : []));
  return starts.length > 0 ? Math.min(...starts) : row.subscription_at.getTime();
}

/** The trial that a plan grants, from the first start ever of the external id (subscriptions, section 5.3). */
export const trialFrom = ({ trialPeriod }: PlanView, initialStartedAt: Instant): Trial | null =>
  trialPeriod === null ? null : { days: new Decimal(trialPeriod), initialStartedAt };

/** Reads the trial that a plan grants to the external id of a subscription. */
export async function trialOf(
  transaction: TenantTransaction,
  row: StartingRow & Pick<SubscriptionRow, 'external_id'>,
  plan: PlanView,
): Promise<Trial | null> {
  if (plan.trialPeriod === null) return null;
  return trialFrom(plan, initialStartOf(row, await subscriptionsByExternalId(transaction, row.external_id)));
}
