import type { TenantTransaction, Instant } from '@tollgate/platform';
import { doDueSteps } from './due-steps.js';
import { allDueBy, customersToCatchUp, type ConcernedSubscriptions } from '../repositories/due-subscriptions.repository.js';

/**
 * Does what has fallen due of subscriptions before they are ended, changed or scheduled anew: their unbilled periods are
 * billed first, and a call finds them as if all due work had been done on time. All that is due of their customers is done
 * with it, so that what belongs onto one invoice stays together.
 * @param now Unix milliseconds
 */
export async function catchUp(
  transaction: TenantTransaction,
  concerned: ConcernedSubscriptions,
  now: Instant,
): Promise<void> {
  const customerIds = await customersToCatchUp(transaction, concerned, allDueBy(now));
  if (customerIds.length === 0) return;
  while ((await doDueSteps(transaction, customerIds, allDueBy(now), now)) > 0);
}
