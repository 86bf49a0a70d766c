import { Decimal, ONE, ZERO, ceilTo } from '../decimal.js';
import { PRORATED_PLACES } from '../aggregations/prorated.js';

/** Running total of a charge paid in advance within one period, and the highest total that was billed. */
export interface HighWater {
  readonly current: Decimal;
  readonly max: Decimal;
}

/** What one event paid in advance moves. */
export interface Increment {
  readonly state: HighWater;
  /** Units to be paid, without proration. */
  readonly billedUnits: Decimal;
  /** Units shown on the fee. */
  readonly feeUnits: Decimal;
  /** False for a movement at or below what was paid already: its fee costs nothing. */
  readonly priced: boolean;
}

function notNegative(x: Decimal): Decimal {
  return Decimal.max(x, ZERO);
}

// The first event of a period opens the state with what it applies. One without units to pay costs nothing: the next has
// nothing before it either, and bears the flat amount of the first range.
function opening(applied: Decimal): Increment {
  return {
    state: { current: applied, max: applied },
    billedUnits: notNegative(applied),
    feeUnits: notNegative(applied),
    priced: applied.gt(0),
  };
}

function paidAlready(state: HighWater, applied: Decimal): Increment {
  return { state, billedUnits: ZERO, feeUnits: notNegative(applied), priced: false };
}

/** A summed value: only what lifts the total above its highest so far is billed (metering, section 4.5). `null` is a fresh period. */
export function sumIncrement(previous: HighWater | null, value: Decimal): Increment {
  if (!previous) return opening(value);
  const current = previous.current.plus(value);
  if (current.lte(previous.max)) return paidAlready({ current, max: previous.max }, value);
  const billedUnits = current.minus(previous.max);
  return {
    state: { current, max: Decimal.max(current, billedUnits) },
    billedUnits,
    feeUnits: billedUnits,
    priced: true,
  };
}

/**
 * A unique value that was added (1), removed (−1) or changed nothing (0): billed when more are present than ever before
 * in the period (metering, section 4.5; charges, section 3.2).
 */
export function uniqueIncrement(previous: HighWater | null, change: 1 | 0 | -1): Increment {
  // Nothing is above the highest when a period begins without a new value: that costs nothing, a fixed amount neither.
  if (!previous) return change === 1 ? opening(ONE) : paidAlready({ current: ZERO, max: ZERO }, new Decimal(change));
  const current = previous.current.plus(change);
  if (current.lte(previous.max)) return paidAlready({ current, max: previous.max }, new Decimal(change));
  return { state: { current, max: current }, billedUnits: ONE, feeUnits: ONE, priced: true };
}

/** A counted event is one unit, always. */
export function countIncrement(): Omit<Increment, 'state'> {
  return { billedUnits: ONE, feeUnits: ONE, priced: true };
}

/** Priced units of current usage paid in advance: what was billed does not fall (metering, section 4.5). */
export function inAdvanceUsageUnits(total: Decimal, state: HighWater | null): Decimal {
  return state ? total.minus(state.current).plus(state.max) : total;
}

export interface ProratedInAdvanceUsage {
  /** All units, without proration. */
  readonly total: Decimal;
  /** Units prorated as in arrears, for a period in which nothing was billed yet. */
  readonly proratedUnits: Decimal;
  readonly state: HighWater | null;
  /** Sum of the prorated increments billed in the period. */
  readonly billedUnits: Decimal;
  /** Days from the start of the period to its end, and of the full period. */
  readonly days: number;
  readonly durationDays: number;
}

/** The same for a prorated charge (metering, section 4.5). */
export function proratedInAdvanceUsageUnits({
  total,
  proratedUnits,
  state,
  billedUnits,
  days,
  durationDays,
}: ProratedInAdvanceUsage): Decimal {
  if (!state) return days === durationDays ? total : proratedUnits;
  const carried = total.minus(notNegative(state.current));
  return ceilTo(carried.times(days).div(durationDays), PRORATED_PLACES).plus(billedUnits);
}
