import { localDay } from '../../periods/local-time.js';
import { countedDay, dayAfterPeriod, type CountedPeriod } from '../../periods/billed-days.js';
import { eventInstant } from '../events.js';
import { presenceChanges } from './unique-values.js';
import type { Instant } from '../../periods/local-time.js';
import type { UsageEvent } from '../usage.js';

/** The interval in which a value was present; `removedAt` is null while it still is. */
export interface Presence {
  readonly value: string | null;
  readonly addedAt: Instant;
  readonly removedAt: Instant | null;
}

/**
 * Intervals of presence, ordered by their beginning (metering, sections 4.2 and 4.4). A value added again on the local
 * day of its removal counts as continuously present.
 */
export function presences(events: readonly UsageEvent[], timezone: string): Presence[] {
  const all: Presence[] = [];
  const latest = new Map<string | null, number>();
  for (const { event, change } of presenceChanges(events)) {
    const at = eventInstant(event);
    const index = latest.get(event.value);
    const last = index === undefined ? undefined : all[index];
    if (index === undefined || last === undefined || (change === 1 && !sameDay(last.removedAt, at, timezone))) {
      latest.set(event.value, all.push({ value: event.value, addedAt: at, removedAt: null }) - 1);
    } else {
      all[index] = { ...last, removedAt: change === 1 ? null : at };
    }
  }
  return all;
}

function sameDay(a: Instant | null, b: Instant, timezone: string): boolean {
  return a !== null && localDay(a, timezone) === localDay(b, timezone);
}

/**
 * Local days of a period that a presence touches, first and last included; 0 if it ended earlier. An open one ends with
 * the period (metering, section 4.4).
 */
export function presentDays({ addedAt, removedAt }: Presence, period: CountedPeriod): number {
  const { from, timezone, durationDays } = period;
  if (removedAt !== null && removedAt < from) return 0;
  const first = countedDay(Math.max(addedAt, from), period);
  const end = removedAt === null ? dayAfterPeriod(period) : localDay(removedAt, timezone) + 1;
  return Math.min(Math.max(end - first, 0), durationDays);
}
