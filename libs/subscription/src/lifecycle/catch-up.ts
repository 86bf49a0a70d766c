import type { TenantTransaction, Instant } from '@tollgate/platform';
import { doDueSteps } from './due-steps.js';
import {
  allDueBy,
  customersToCatchUp,
  type ConcernedSubscriptions,
} from '../model/subscriptions/due-subscriptions.repository.js';

/**
 * Does the due work of subscriptions before a call ends, changes or reschedules them. It bills their unbilled periods
 * first, and the call finds them as if all due work had run on time. It does all due work of their customers, so the
 * items of one invoice stay together.
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
