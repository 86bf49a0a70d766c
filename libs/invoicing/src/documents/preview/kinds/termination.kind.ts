import { DateTime } from 'luxon';
import { isBlank } from '@tollgate/contracts';
import { ValidationFailed, type Instant } from '@tollgate/platform';
import { DAY, endOfLocalDay, SECOND, startOfLocalDay } from '@tollgate/rating';
import type { PlannedInvoice, PreviewKind, StoredSubscription } from '../preview.js';
import { endedAt } from '../previewed-subscription.js';

/** Previews the invoice of an end, and the credit for prepaid time after it. */
export const termination: PreviewKind = {
  isRequested: ({ stored, change }) => stored.length > 0 && !isBlank(change.terminated_at),
  plan(_transaction, { stored, customer, now, change }) {
    const [only, ...others] = stored;
    if (!only || others.length > 0)
      throw new ValidationFailed({ subscriptions: ['only_one_subscription_allowed_for_termination'] });
    const parsed = DateTime.fromISO(change.terminated_at?.trim() ?? '', { zone: 'utc' });
    if (!parsed.isValid) throw new ValidationFailed({ terminated_at: ['invalid_timestamp'] });
    if (parsed.toMillis() < now) throw new ValidationFailed({ terminated_at: ['cannot_be_in_past'] });
    return terminationOf(only, parsed.toMillis(), customer.timezone);
  },
};

/** The invoice of a subscription that ends at an instant (Unix ms), created a second later on the same day. */
export function terminationOf({ view, resource }: StoredSubscription, at: Instant, timezone: string): PlannedInvoice {
  const subscription = endedAt(view, at);
  return {
    at: Math.min(at + SECOND, endOfLocalDay(at, timezone)),
    periodic: false,
    subscriptions: [{ subscription, reason: 'subscription_terminating', resource }],
    ...(view.plan.payInAdvance && resource.on_termination_credit_note !== 'skip'
      ? { ended: { subscription, upgrade: false } }
      : {}),
  };
}

/**
 * The invoice of the agreed end of a subscription, or null. The end must come within a day after a period's last
 * instant (Unix ms). On that day it comes before a new period and a downgrade (subscriptions, section 9.3).
 */
export function agreedEndOf(
  stored: StoredSubscription,
  periodEnd: Instant,
  now: Instant,
  timezone: string,
): PlannedInvoice | null {
  if (stored.resource.ending_at === null) return null;
  const endingAt = Date.parse(stored.resource.ending_at);
  if (endingAt > periodEnd + DAY) return null;
  return terminationOf(stored, Math.max(startOfLocalDay(endingAt, timezone), now), timezone);
}
