import { ZERO } from '../../decimal.js';
import { byTime, valued, type ValuedEvent } from '../events.js';
import { ofPeriod, type Found } from '../period.js';
import type { Aggregation } from '../aggregation.js';

/** The value of the latest event, and at least 0 (metering, section 4). */
export const latest = {
  name: 'latest_agg',
  reads: 'number',
  mayRecur: false,
  prices: { percentages: false, ofEvents: false },
  countsDistinct: false,
  isOverTime: false,
  keepsBalance: false,
  freeUnits: 'none',
  ofDays: 'level',
  rule: 'metering, section 4',
  aggregate: ofPeriod(valued, last),
  prorated: null,
  inAdvance: null,
} satisfies Aggregation;

function last(counted: readonly ValuedEvent[]): Found {
  const event = [...counted].sort(byTime).at(-1);
  const units = event && event.number.gt(0) ? event.number : ZERO;
  return { units, eventsCount: counted.length, eventValues: counted.map(({ number }) => number) };
}
