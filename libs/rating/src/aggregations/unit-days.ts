import { Decimal } from '../decimal.js';
import { dateOfDayNumber, formatDate } from '../periods/plain-date.js';

/** Units that count for the same days of a period (metering, section 4.4). */
export interface UnitDays {
  /** The first of the days, `YYYY-MM-DD` in the time zone of the period. */
  readonly from: string;
  readonly days: number;
  /** Added units, or removed ones below 0. */
  readonly units: Decimal;
  /** Whether they count since before the period. */
  readonly carried: boolean;
}

/** Units of one event or one presence. */
export interface DaysOfUnits extends Omit<UnitDays, 'from'> {
  /** Local days since 1970. */
  readonly firstDay: number;
}

/** More than the days of any period. */
const dayBound = 4096;

/**
 * Joins units of the same days, added and removed ones apart: those from before the period first, then by day. The sum
 * of units × days stays the same. Units without days count for nothing and are left out.
 */
export function joinUnitDays(all: Iterable<DaysOfUnits>): UnitDays[] {
  const joined = new Map<number, DaysOfUnits>();
  for (const one of all) {
    if (one.days <= 0 || one.units.isZero()) continue;
    const place = (one.carried ? 0 : dayBound * (one.firstDay + 1)) + (dayBound - one.days);
    const key = place * 2 + (one.units.isNegative() ? 1 : 0);
    const known = joined.get(key);
    joined.set(key, known ? { ...known, units: known.units.plus(one.units) } : one);
  }
  return [...joined]
    .sort(([one], [other]) => one - other)
    .map(([, { firstDay, days, units, carried }]) => ({
      from: formatDate(dateOfDayNumber(firstDay)),
      days,
      units,
      carried,
    }));
}
