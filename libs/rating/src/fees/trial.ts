import { DAY, SECOND, floorToSecond, utcPlainDate } from '../periods/local-time.js';
import { dayNumber } from '../periods/plain-date.js';
import type { Decimal } from '../decimal.js';
import type { Instant } from '../periods/local-time.js';

/** A trial runs from the first start of any subscription with the external id (subscriptions, section 5.3). */
export interface Trial {
  /** Length in days, possibly with a fraction. */
  readonly days: Decimal;
  readonly initialStartedAt: Instant;
}

/** Instant at which the trial ends, to the second; null without a trial. */
export function trialEnd(trial: Trial | null): Instant | null {
  if (!trial || trial.days.lte(0)) return null;
  return floorToSecond(trial.initialStartedAt + trial.days.times(DAY).div(SECOND).floor().toNumber() * SECOND);
}

/** Is the trial still running at the instant? */
export function inTrial(trial: Trial | null, at: Instant): boolean {
  const end = trialEnd(trial);
  return end !== null && end > at;
}

/** Midnight UTC of the day on which an instant lies. */
export function utcMidnight(instant: Instant): Instant {
  return dayNumber(utcPlainDate(instant)) * DAY;
}
