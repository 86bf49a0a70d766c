import type { CountedPeriod } from '../periods/billed-days.js';
import type { Decimal } from '../decimal.js';
import type { Movement } from '../charge-models/types.js';
import type { DaysOfUnits } from './unit-days.js';
import type { UsageWindow } from './usage.js';

/** The period of proration. */
export interface ProratedWindow extends UsageWindow, CountedPeriod {}

/** A change of the quantity, and the days of the period for which it counts. */
export interface DatedMovement extends Movement {
  readonly days: number;
}

/** Units weighted by their share of the period, before the rounding of the metric. */
export interface ProratedUnits {
  readonly units: Decimal;
  readonly eventsCount: number;
  readonly movements: readonly DatedMovement[];
  readonly parts: readonly DaysOfUnits[];
}

/** Decimals to which prorated units are rounded up. */
export const PRORATED_PLACES = 5;
