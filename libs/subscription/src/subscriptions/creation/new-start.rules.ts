import type { FieldErrors } from '@tollgate/contracts';
import type { Instant } from '@tollgate/platform';
import { localDate } from '@tollgate/rating';
import type { SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';

/** Reads the billing time of a new subscription (subscriptions, section 3, point 12). */
export function readBillingTime(
  value: string | null | undefined,
  errors: FieldErrors,
): SubscriptionRow['billing_time'] {
  if (value === null || value === undefined) return 'calendar';
  if (value === 'calendar' || value === 'anniversary') return value;
  errors['billing_time'] = [value.trim() === '' ? 'value_is_mandatory' : 'value_is_invalid'];
  return 'calendar';
}

/** Whether a new plan of an external id replaces this subscription (subscriptions, section 3). */
export const isCurrent = ({
  status,
  previous_subscription_id: previous,
}: Pick<SubscriptionRow, 'status' | 'previous_subscription_id'>): boolean =>
  status === 'active' || (status === 'pending' && previous === null);

type Earlier = Pick<SubscriptionRow, 'status' | 'on_termination_invoice' | 'terminated_at'>;

/** The start of a new subscription. */
export interface NewStart {
  /** Null while it is pending. */
  startedAt: Date | null;
  /** Whether it starts today, so that it is billed at once. */
  isToday: boolean;
}

/**
 * The start of a new subscription, by the local days of the requested instant and of now (subscriptions, section 3.1).
 * @param earlier the customer's subscriptions with the same external id
 */
export function startOf(subscriptionAt: Date, earlier: readonly Earlier[], timezone: string, now: Instant): NewStart {
  const startDay = localDate(subscriptionAt.getTime(), timezone);
  const today = localDate(now, timezone);
  if (startDay > today) return { startedAt: null, isToday: false };
  const isToday = startDay === today;
  return { startedAt: isToday ? subscriptionAt : notBefore(subscriptionAt, earlier), isToday };
}

/**
 * A start in the past cannot precede the end of a subscription that is billed to its end (subscriptions, section 3.1).
 */
function notBefore(subscriptionAt: Date, earlier: readonly Earlier[]): Date {
  const ends = earlier.flatMap((row) =>
    row.status === 'terminated' && row.on_termination_invoice === 'generate' && row.terminated_at
      ? [row.terminated_at.getTime()]
      : [],
  );
  return new Date(Math.max(subscriptionAt.getTime(), ...ends));
}
