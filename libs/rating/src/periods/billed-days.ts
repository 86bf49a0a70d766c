import { localDay } from './local-time.js';
import type { Instant } from './local-time.js';

/** A period whose days are counted; instants of Unix milliseconds, both inclusive. */
export interface CountedPeriod {
  readonly from: Instant;
  readonly to: Instant;
  /** Days of the full period. */
  readonly durationDays: number;
  /**
   * The local day, since 1970, on which the full period begins; absent: that of `from`. A move to the west puts hours of
   * an earlier day into a period, which pays for the same days as before.
   */
  readonly firstDay?: number;
  readonly timezone: string;
  /** Ended in the instant before an upgrade, whose day belongs to the new subscription (metering, section 3.3). */
  readonly endedByUpgrade?: boolean;
}

/**
 * The local day, since 1970, after the last one that counts. That of an upgrade counts for the new subscription
 * (metering, sections 2.3 and 3.3). A move to the east puts hours of the day after behind a period that is over, which
 * pays for the same days as before.
 */
export function dayAfterPeriod(period: CountedPeriod): number {
  const { from, to, timezone, durationDays, firstDay = localDay(from, timezone), endedByUpgrade } = period;
  const after = endedByUpgrade ? localDay(to + 1, timezone) : localDay(to, timezone) + 1;
  return Math.min(after, firstDay + durationDays);
}

/** The local day, since 1970, from which an instant of a period counts: a day of the full period. */
export function countedDay(at: Instant, { timezone, firstDay }: Pick<CountedPeriod, 'timezone' | 'firstDay'>): number {
  return Math.max(localDay(at, timezone), firstDay ?? -Infinity);
}

/**
 * Local days of a period, first and last included (metering, sections 3.3 and 4.4; subscriptions, section 2.8). They are
 * at most those of the full period: a move to the west adds hours, but no day.
 */
export function billedDays(period: CountedPeriod): number {
  const days = dayAfterPeriod(period) - countedDay(period.from, period);
  return Math.min(Math.max(days, 0), period.durationDays);
}
