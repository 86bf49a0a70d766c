import { ZERO } from '../decimal.js';
import { hasAllowance, listsFurther } from '../charge-models/running-total.js';
import type { Decimal } from '../decimal.js';
import type { Allowance } from '../charge-models/running-total.js';
import type { Usage } from '../charge-models/types.js';

/** One event of a charge paid in advance. */
export interface InAdvanceEvent {
  /** Its billed units, prorated if the charge is. */
  readonly billedUnits: Decimal;
  /** The value of its field: 1 for a counted event. */
  readonly value: Decimal;
  /** Its own price, in cents (dynamic model). */
  readonly priceCents?: Decimal | null;
}

type Listed = Usage['runningTotal'] | Usage['eventValues'];

function isList(values: Listed): values is readonly Decimal[] {
  return Array.isArray(values);
}

/** Usage without its last event: the other side of the price of one event (metering, section 5.10). */
export function usageWithoutEvent(usage: Usage, event: InAdvanceEvent): Usage {
  const { runningTotal, eventValues, eventsCount } = usage;
  // The running total only covers free units; the last event may lie beyond.
  const listsLast = isList(runningTotal) && runningTotal.length === eventsCount;
  return {
    units: usage.units.minus(event.billedUnits),
    eventsCount: Math.max(eventsCount - 1, 0),
    runningTotal: listsLast ? runningTotal.slice(0, -1) : runningTotal,
    eventValues: isList(eventValues) ? eventValues.slice(0, -1) : eventValues,
    eventsPriceCents: (usage.eventsPriceCents ?? ZERO).minus(event.priceCents ?? ZERO),
  };
}

/**
 * Usage with one more, unstored event, for estimates (metering, section 8.1).
 * @param allowance the free part; null without one
 */
export function usageWithEvent(allowance: Allowance | null, usage: Usage, event: InAdvanceEvent): Usage {
  const { runningTotal, eventValues, eventsCount } = usage;
  const goesOn =
    isList(runningTotal) &&
    allowance !== null &&
    hasAllowance(allowance) &&
    runningTotal.length === eventsCount &&
    listsFurther(allowance, runningTotal);
  return {
    units: usage.units.plus(event.billedUnits),
    eventsCount: eventsCount + 1,
    runningTotal: goesOn ? [...runningTotal, (runningTotal.at(-1) ?? ZERO).plus(event.value)] : runningTotal,
    eventValues: isList(eventValues) ? [...eventValues, event.value] : eventValues,
    eventsPriceCents: (usage.eventsPriceCents ?? ZERO).plus(event.priceCents ?? ZERO),
  };
}
