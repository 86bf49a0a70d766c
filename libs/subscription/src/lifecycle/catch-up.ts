import type { Transaction } from '@tollgate/platform';
import type { SubscriptionDatabase } from '../subscription.database.js';
import { doDueSteps } from './due-steps.js';
import { allDueBy, customersBehind, type ConcernedSubscriptions } from '../rows/due-subscriptions.repository.js';

/**
 * Does what has fallen due of subscriptions before they are ended, changed or scheduled anew: their unbilled periods are
 * billed first, and a call finds them as if all due work had been done on time. All that is due of their customers is done
 * with it, so that what belongs onto one invoice stays together.
 * @param now Unix milliseconds
 */
export async function catchUp(
  transaction: Transaction,
  database: SubscriptionDatabase,
  organizationId: string,
  concerned: ConcernedSubscriptions,
  now: number,
): Promise<void> {
  const customerIds = await customersBehind(transaction, organizationId, concerned, allDueBy(now));
  if (customerIds.length === 0) return;
  while ((await doDueSteps(transaction, database, organizationId, customerIds, allDueBy(now), now)) > 0);
}
