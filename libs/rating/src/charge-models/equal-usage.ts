import { Decimal, ZERO } from '../decimal.js';
import { hasAllowance } from './running-total.js';
import type { Allowance } from './running-total.js';
import type { ListedTotal, Usage } from './types.js';
import type { UsageNeeds } from './usage-needs.js';

/** Events of one value, in place of real ones. */
export interface EqualEvents {
  /** Their sum, at least 0. */
  readonly units: Decimal;
  readonly eventsCount: number;
  /** The sum of the prices that they state, in cents (dynamic model). */
  readonly eventsPriceCents: Decimal;
}

/**
 * The usage of events of one value, however many there are: a price that is tried before its events exist.
 * @param freeUnits how the aggregation of the metric applies free units
 */
export function equalUsage(
  { allowance, transactions }: UsageNeeds,
  events: EqualEvents,
  freeUnits: 'one_per_unit' | 'running_total' | 'none',
): Usage {
  const { units, eventsCount, eventsPriceCents } = events;
  if (freeUnits === 'one_per_unit')
    return { units, eventsCount, eventsPriceCents, runningTotal: freeUnits, eventValues: freeUnits };
  const isFree = freeUnits === 'running_total' && allowance !== null && hasAllowance(allowance);
  const value = eventsCount === 0 ? ZERO : units.div(eventsCount);
  return {
    units,
    eventsCount,
    eventsPriceCents,
    ...(isFree ? { runningTotal: equalTotal(allowance, value, events) } : {}),
    ...(transactions ? { eventValues: { transactionsTotal: transactions.equal(value, eventsCount) } } : {}),
  };
}

/** The running total of events of one value, as far as free units can apply (metering, section 5.6). */
function equalTotal({ events: freeEvents, total }: Allowance, value: Decimal, events: EqualEvents): ListedTotal {
  const { units, eventsCount } = events;
  const beyond = value.gt(0) ? Decimal.min(total.div(value).floor().plus(1), eventsCount).toNumber() : eventsCount;
  const length = freeEvents > 0 ? Math.min(freeEvents, eventsCount) : beyond;
  const below = value.gt(0) ? Decimal.max(total.div(value).ceil().minus(1), 0) : total.gt(0) ? length : 0;
  return {
    length,
    last: length === eventsCount ? units : value.times(length),
    below: Decimal.min(below, length).toNumber(),
  };
}
