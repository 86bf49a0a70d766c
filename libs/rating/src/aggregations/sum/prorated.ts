import { ceilTo, sumOf, type Decimal } from '../../decimal.js';
import { billedDays, countedDay, dayAfterPeriod } from '../../periods/billed-days.js';
import { eventInstant, valued } from '../events.js';
import { PRORATED_PLACES, type DatedMovement, type ProratedUnits, type ProratedWindow } from '../prorated-units.js';
import type { DaysOfUnits } from '../unit-days.js';
import type { UsageEvent } from '../usage.js';

/** Units from before the period count for its billed days, each later value from its own day on. */
export function summedUnits(all: readonly UsageEvent[], window: ProratedWindow): ProratedUnits {
  const events = valued(all);
  const { from, durationDays } = window;
  const carried = sumOf(events.filter((event) => eventInstant(event) < from).map(({ number }) => number));
  const end = dayAfterPeriod(window);
  const parts = events
    .filter((event) => eventInstant(event) >= from)
    .map((event): DaysOfUnits => {
      const firstDay = countedDay(eventInstant(event), window);
      const days = Math.min(Math.max(end - firstDay, 0), durationDays);
      return { units: event.number, firstDay, days, carried: false };
    });
  if (!carried.isZero())
    parts.unshift({ units: carried, firstDay: countedDay(from, window), days: billedDays(window), carried: true });
  const movements = parts.map(({ units, days }) => movement(units, days, durationDays));
  // Adding the numerators before dividing prevents an infinite quotient from changing the rounding up.
  const unitDays = sumOf(movements.map(({ unitDays: days }) => days));
  return { units: ceilTo(unitDays.div(durationDays), PRORATED_PLACES), eventsCount: events.length, movements, parts };
}

function movement(units: Decimal, days: number, durationDays: number): DatedMovement & { readonly unitDays: Decimal } {
  const unitDays = units.times(days);
  return { units, days, proratedUnits: unitDays.div(durationDays), unitDays };
}
