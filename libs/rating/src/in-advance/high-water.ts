import { Decimal, ONE, ZERO, ceilTo } from '../decimal.js';
import { PRORATED_PLACES } from '../aggregations/prorated-units.js';

/** Running total of a charge paid in advance within one period, and the highest billed total. */
export interface HighWater {
  readonly current: Decimal;
  readonly max: Decimal;
}

/** The effect of one event paid in advance. */
export interface Increment {
  readonly state: HighWater;
  /** Units to pay, without proration. */
  readonly billedUnits: Decimal;
  /** Units shown on the fee. */
  readonly feeUnits: Decimal;
  /** False for a change at or below the paid total: its fee costs nothing. */
  readonly priced: boolean;
}

function notNegative(x: Decimal): Decimal {
  return Decimal.max(x, ZERO);
}

// The first event of a period initializes the state. An event without units to pay costs nothing: the next one is again
// first, and carries the flat amount of the first range.
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

/**
 * A summed value: only the increase above the highest total is billed (metering, section 4.5). `null` is a new period.
 */
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
 * A unique value that was added (1), removed (−1) or left unchanged (0): billed when more values are present than ever
 * before in the period (metering, section 4.5; charges, section 3.2).
 */
export function uniqueIncrement(previous: HighWater | null, change: 1 | 0 | -1): Increment {
  // A period that begins without a new value has no increase: it costs nothing, not even a fixed amount.
  if (!previous) return change === 1 ? opening(ONE) : paidAlready({ current: ZERO, max: ZERO }, new Decimal(change));
  const current = previous.current.plus(change);
  if (current.lte(previous.max)) return paidAlready({ current, max: previous.max }, new Decimal(change));
  return { state: { current, max: current }, billedUnits: ONE, feeUnits: ONE, priced: true };
}

/** A counted event is always one unit. */
export function countIncrement(): Omit<Increment, 'state'> {
  return { billedUnits: ONE, feeUnits: ONE, priced: true };
}

/** Priced units of current usage paid in advance: billed units never decrease (metering, section 4.5). */
export function inAdvanceUsageUnits(total: Decimal, state: HighWater | null): Decimal {
  return state ? total.minus(state.current).plus(state.max) : total;
}

export interface ProratedInAdvanceUsage {
  /** All units, without proration. */
  readonly total: Decimal;
  /** Units prorated as in arrears, for a period without billed units. */
  readonly proratedUnits: Decimal;
  readonly state: HighWater | null;
  /** Sum of the prorated increments billed in the period. */
  readonly billedUnits: Decimal;
  /** Days from the start of the period to its end, and of the full period. */
  readonly days: number;
  readonly durationDays: number;
}

/** Priced units of current usage for a prorated charge (metering, section 4.5). */
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
