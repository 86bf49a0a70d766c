import { Decimal, ZERO, roundHalfUp, sumOf } from '../decimal.js';
import { DAY } from '../periods/local-time.js';
import { localDay } from '../aggregations/presence.js';
import type { Instant } from '../periods/local-time.js';

/** A change of the units of a fixed charge. Lists of changes are in the order in which they were made. */
export interface UnitChange {
  readonly units: Decimal;
  readonly effectiveAt: Instant;
}

export interface FixedChargePeriod {
  readonly from: Instant;
  readonly to: Instant;
  /** Days of the full period. */
  readonly durationDays: number;
  readonly timezone: string;
}

const DECIMALS = 6;

// Changes within the period, and the last one made that took effect earlier, in the order in which they were made.
function changesOf(history: readonly UnitChange[], { from, to }: Pick<FixedChargePeriod, 'from' | 'to'>): UnitChange[] {
  const carried = history.findLastIndex(({ effectiveAt }) => effectiveAt < from);
  return history.filter(({ effectiveAt }, i) => i === carried || (effectiveAt >= from && effectiveAt < to));
}

/** Units of a period without proration: those of the last change (charges, section 5.2). */
export function fixedChargeUnits(
  history: readonly UnitChange[],
  period: Pick<FixedChargePeriod, 'from' | 'to'>,
): Decimal {
  return changesOf(history, period).at(-1)?.units ?? ZERO;
}

/** Units of a fixed charge, and the local days of the period in which they are in force. */
export interface UnitsInForce {
  readonly units: Decimal;
  readonly days: number;
}

/** The units of a period in their order (charges, section 5.2). */
export function fixedChargeUnitsInForce(
  history: readonly UnitChange[],
  { from, to, timezone }: Omit<FixedChargePeriod, 'durationDays'>,
): UnitsInForce[] {
  const period = { from, to };
  const changes = changesOf(history, period);
  // A planned change is void once another, made after it, took effect earlier.
  const effective = changes.filter((change, i) =>
    changes.slice(i + 1).every((later) => later.effectiveAt > change.effectiveAt),
  );
  const starts = effective.map(({ effectiveAt }) => localDay(Math.max(effectiveAt, from), timezone));
  const end = localDay(to, timezone) + 1;
  return effective.map(({ units }, i) => ({ units, days: (starts[i + 1] ?? end) - (starts[i] ?? end) }));
}

/** Units of a period, each weighted by its local days in force (charges, section 5.2). */
export function proratedFixedChargeUnits(history: readonly UnitChange[], period: FixedChargePeriod): Decimal {
  return sumOf(
    fixedChargeUnitsInForce(history, period).map(({ units, days }) =>
      roundHalfUp(units.times(days).div(period.durationDays), DECIMALS),
    ),
  );
}

/** Units to pay at once when units in advance change within a period; there are no refunds (charges, section 5.4). */
export function fixedChargeDelta(units: Decimal, paidUnits: Decimal): Decimal {
  return Decimal.max(units.minus(paidUnits), ZERO);
}

/** Days from an instant to the last day of a period, UTC dates, both included (charges, section 5.4). */
export function remainingDays(to: Instant, at: Instant): number {
  return Math.max(Math.floor(to / DAY) - Math.floor(at / DAY) + 1, 0);
}

/** Days from one instant to another; a part of a day counts as one (charges, section 5.3). */
export function startedDays(from: Instant, to: Instant): number {
  return Math.max(Math.ceil((to - from) / DAY), 0);
}

/**
 * The reduction of a prorated fee in advance after an upgrade, for days paid with the old plan, cents (charges, section
 * 5.3).
 */
export function paidByOldPlan(paidCents: Decimal, newDays: number, oldDays: number): Decimal {
  return oldDays === 0 ? ZERO : roundHalfUp(paidCents.times(newDays).div(oldDays));
}
