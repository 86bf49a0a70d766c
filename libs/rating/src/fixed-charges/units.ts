import { Decimal, ZERO, roundHalfUp, sumOf } from '../decimal.js';
import { LARGEST_MOVE } from '../periods/boundaries.js';
import { SECOND } from '../periods/local-time.js';
import { billedDays, countedDay, dayAfterPeriod, type CountedPeriod } from '../periods/billed-days.js';
import type { Instant } from '../periods/local-time.js';

/** A change of the units of a fixed charge. Lists of changes are in the order in which they were made. */
export interface UnitChange {
  readonly units: Decimal;
  readonly effectiveAt: Instant;
  /** Whether it was made for the start of a later period. */
  readonly planned?: boolean;
}

/** A period of fixed charges; the day of an upgrade belongs to the new subscription (charges, section 5.2). */
export type FixedChargePeriod = CountedPeriod;

const DECIMALS = 6;

// Changes within the period, and the last one made that took effect earlier, in the order in which they were made.
function changesOf(made: readonly UnitChange[], { from, to }: Pick<FixedChargePeriod, 'from' | 'to'>): UnitChange[] {
  const history = made.map((change) => (change.planned ? atBoundary(change, from, to) : change));
  const carried = history.findLastIndex(({ effectiveAt }) => effectiveAt < from);
  return history.filter(({ effectiveAt }, i) => i === carried || (effectiveAt >= from && effectiveAt < to));
}

// A planned change takes effect with its period, also after a move to another time zone.
function atBoundary(change: UnitChange, from: Instant, to: Instant): UnitChange {
  const distance = (boundary: Instant) => Math.abs(change.effectiveAt - boundary);
  const nearest = distance(from) <= distance(to + 1) ? from : to + 1;
  return distance(nearest) <= LARGEST_MOVE ? { ...change, effectiveAt: nearest } : change;
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
export function fixedChargeUnitsInForce(history: readonly UnitChange[], period: FixedChargePeriod): UnitsInForce[] {
  const { from, durationDays } = period;
  const changes = changesOf(history, period);
  // A planned change is void once another, made after it, took effect earlier.
  const effective = changes.filter((change, i) =>
    changes.slice(i + 1).every((later) => later.effectiveAt > change.effectiveAt),
  );
  const end = dayAfterPeriod(period);
  // A move to the west may add hours of a day, but no day to the period.
  const first = end - durationDays;
  const starts = effective.map(({ effectiveAt }) => {
    // The units of a start take effect one second after it, for its whole day.
    const since = effectiveAt <= from + SECOND ? from : effectiveAt;
    return Math.min(Math.max(countedDay(since, period), first), end);
  });
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

/**
 * Local days of a period from the day of an instant to the last one, both included: at most those of the full period
 * (charges, sections 5.3 and 5.4).
 */
export const daysLeft = (at: Instant, period: FixedChargePeriod): number =>
  billedDays({ ...period, from: Math.max(at, period.from) });

/** An amount that an earlier plan was paid, cents; its days, and those of them from an upgrade on. */
export interface PaidDays {
  readonly amountCents: Decimal;
  readonly paidDays: number;
  readonly days: number;
}

/**
 * The reduction of a prorated fee in advance after upgrades, for days paid with the earlier plans, cents. Their sum is
 * rounded once (charges, section 5.3).
 */
export function paidByOldPlans(paid: readonly PaidDays[]): Decimal {
  const parts = paid.filter(({ paidDays }) => paidDays > 0);
  return roundHalfUp(sumOf(parts.map(({ amountCents, days, paidDays }) => amountCents.times(days).div(paidDays))));
}
