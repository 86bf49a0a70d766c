import { ZERO } from '../../decimal.js';
import { valued, type ValuedEvent } from '../events.js';
import { ofPeriod, type Found } from '../period.js';
import type { Aggregation } from '../aggregation.js';

/** The greatest value (metering, section 4). */
export const max = {
  name: 'max_agg',
  reads: 'number',
  mayRecur: false,
  prices: { percentages: true, ofEvents: false },
  countsDistinct: false,
  isOverTime: false,
  keepsBalance: false,
  freeUnits: 'none',
  ofDays: 'whole',
  rule: 'metering, section 4',
  aggregate: ofPeriod(valued, greatest),
  prorated: null,
  inAdvance: null,
} satisfies Aggregation;

function greatest(counted: readonly ValuedEvent[]): Found {
  const [first] = counted;
  if (!first) return { units: ZERO, eventsCount: 0, eventValues: [] };
  const holder = counted.reduce((best, event) => (event.number.gt(best.number) ? event : best), first);
  const eventValues = counted.map((event) => (event === holder ? event.number : ZERO));
  return { units: holder.number, eventsCount: counted.length, eventValues };
}
