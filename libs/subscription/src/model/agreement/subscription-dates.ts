import type { Instant } from '@tollgate/platform';
import { DateTime } from 'luxon';
import type { FieldErrors } from '@tollgate/contracts';

/** Parses a date-time with its zone; null if it is not ISO 8601. A date alone is midnight UTC. */
export function parseDateTime(text: string): Date | null {
  const parsed = DateTime.fromISO(text.trim(), { zone: 'utc' });
  return parsed.isValid ? parsed.toJSDate() : null;
}

const utcDay = (at: Date | number) => new Date(at).toISOString().slice(0, 10);

interface DatesInput {
  subscription_at?: string | null | undefined;
  ending_at?: string | null | undefined;
}

interface Dates {
  subscriptionAt: Date;
  endingAt: Date | null | undefined;
}

/**
 * Reads the start and the end of a subscription. The end's UTC date must lie after today's and after the start's
 * (subscriptions, section 3, points 3 and 4).
 * @param fallbackStart the start for the comparison if the request has none
 */
export function readDates(input: DatesInput, fallbackStart: Date, now: Instant, errors: FieldErrors): Dates {
  const start = input.subscription_at ? parseDateTime(input.subscription_at) : fallbackStart;
  if (start === null) errors['subscription_at'] = ['invalid_date'];
  if (input.ending_at === undefined) return { subscriptionAt: start ?? fallbackStart, endingAt: undefined };
  if (input.ending_at === null || input.ending_at.trim() === '')
    return { subscriptionAt: start ?? fallbackStart, endingAt: null };
  const end = parseDateTime(input.ending_at);
  if (end === null || utcDay(end) <= utcDay(now) || (start !== null && utcDay(end) <= utcDay(start)))
    errors['ending_at'] = ['invalid_date'];
  return { subscriptionAt: start ?? fallbackStart, endingAt: end };
}
