import type { Instant } from '@tollgate/platform';
import { alertAt, terminationAt } from '../../model/agreement/schedule.js';
import type { SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';

/**
 * The columns of a new end with its due instants; a pending subscription gets those with its start. It replaces an end
 * that the customer chose (subscriptions, section 4).
 */
export const endOf = (row: SubscriptionRow, endingAt: Date | null, timezone: string, now: Instant) => ({
  ending_at: endingAt,
  ending_requested_at: null,
  ending_reason: null,
  replaced_ending_at: null,
  ...(row.status === 'active'
    ? { termination_at: terminationAt(endingAt, timezone, now), alert_at: alertAt(endingAt, row.alerted_at, now) }
    : {}),
});
