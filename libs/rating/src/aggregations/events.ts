import { ZERO, plainDecimal, sumOf } from '../decimal.js';
import type { Decimal } from '../decimal.js';
import type { AggregationType, UsageEvent, UsageWindow } from './types.js';

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

/** The events that an aggregation counts: those with a number, where it needs one (metering, section 3.1). */
export const countedBy = <E extends UsageEvent>(type: AggregationType, events: readonly E[]): E[] =>
  events.filter((event) => !needsNumber(type) || plainDecimal(event.value) !== null);

/** Does the aggregation read a number from the field? */
export function needsNumber(type: AggregationType): boolean {
  return type !== 'count_agg' && type !== 'unique_count_agg';
}

/** Sum of the events' own prices, in cents; an event without a price adds 0. */
export function eventsPrice(events: readonly UsageEvent[]): Decimal {
  return sumOf(events.map((event) => event.preciseTotalAmountCents ?? ZERO));
}
