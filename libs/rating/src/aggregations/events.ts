import { ZERO, plainDecimal, sumOf } from '../decimal.js';
import type { Decimal } from '../decimal.js';
import type { UsageEvent, UsageWindow } from './usage.js';

/** An event with the numeric value of its field. */
export interface ValuedEvent extends UsageEvent {
  readonly number: Decimal;
}

/** Orders by time of the event, then by reception, then by id, so that the order of arrival does not matter. */
export function byTime(a: UsageEvent, b: UsageEvent): number {
  if (a.timestampMicros !== b.timestampMicros) return a.timestampMicros - b.timestampMicros;
  if (a.receivedAtMicros !== b.receivedAtMicros) return a.receivedAtMicros - b.receivedAtMicros;
  return a.transactionId < b.transactionId ? -1 : a.transactionId > b.transactionId ? 1 : 0;
}

/** The millisecond of an event. */
export function eventInstant(event: UsageEvent): number {
  return Math.floor(event.timestampMicros / 1_000);
}

/** Events of a period, both ends inclusive to the millisecond, in time order (metering, section 3.1). */
export function eventsWithin(events: readonly UsageEvent[], { from, to }: UsageWindow): UsageEvent[] {
  return eventsUntil(events, to).filter((event) => eventInstant(event) >= from);
}

/** All events up to the end of a period, in time order: the input of a recurring metric. */
export function eventsUntil(events: readonly UsageEvent[], to: number): UsageEvent[] {
  return events.filter((event) => eventInstant(event) <= to).sort(byTime);
}

/** Events whose field is a plain decimal; the others do not count (metering, section 3.1). */
export function valued(events: readonly UsageEvent[]): ValuedEvent[] {
  return events.flatMap((event) => {
    const number = plainDecimal(event.value);
    return number === null ? [] : [{ ...event, number }];
  });
}

/** Sum of the events' own prices, in cents; an event without a price adds 0. */
export function eventsPrice(events: readonly UsageEvent[]): Decimal {
  return sumOf(events.map((event) => event.preciseTotalAmountCents ?? ZERO));
}
