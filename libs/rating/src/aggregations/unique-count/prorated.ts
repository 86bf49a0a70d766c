import { Decimal, ONE, ZERO, ceilTo } from '../../decimal.js';
import { countedDay } from '../../periods/billed-days.js';
import { PRORATED_PLACES, type DatedMovement, type ProratedUnits, type ProratedWindow } from '../prorated-units.js';
import { presences, presentDays } from './presence.js';
import type { Instant } from '../../periods/local-time.js';
import type { DaysOfUnits } from '../unit-days.js';
import type { UsageEvent } from '../usage.js';

interface TimedMovement extends DatedMovement {
  readonly at: Instant;
}

/** Each value counts for the days on which it is present, and its share is rounded up by itself. */
export function presentUnits(events: readonly UsageEvent[], window: ProratedWindow): ProratedUnits {
  const { from, durationDays, timezone } = window;
  let totalDays = 0;
  const movements: TimedMovement[] = [];
  const parts: DaysOfUnits[] = [];
  for (const presence of presences(events, timezone)) {
    const days = presentDays(presence, window);
    totalDays += days;
    const carried = presence.addedAt < from;
    parts.push({ units: ONE, firstDay: countedDay(carried ? from : presence.addedAt, window), days, carried });
    movements.push({
      at: presence.addedAt,
      units: ONE,
      days,
      proratedUnits: ceilTo(new Decimal(days).div(durationDays), PRORATED_PLACES),
    });
    if (presence.removedAt !== null)
      movements.push({ at: presence.removedAt, units: new Decimal(-1), days: 0, proratedUnits: ZERO });
  }
  movements.sort((a, b) => a.at - b.at);
  const units = ceilTo(new Decimal(totalDays).div(durationDays), PRORATED_PLACES);
  // The count of events is that of the prorated units, truncated to an integer.
  return { units, eventsCount: units.trunc().toNumber(), movements, parts };
}
