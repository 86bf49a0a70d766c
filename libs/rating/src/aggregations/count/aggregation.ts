import { hasAllowance } from '../../charge-models/running-total.js';
import { Decimal, ONE } from '../../decimal.js';
import { countIncrement } from '../../in-advance/high-water.js';
import { all, ofPeriod } from '../period.js';
import type { Aggregation } from '../aggregation.js';

/** The number of events (metering, section 4). */
export const count = {
  name: 'count_agg',
  reads: 'nothing',
  mayRecur: false,
  prices: { percentages: true, ofEvents: false },
  countsDistinct: false,
  isOverTime: false,
  keepsBalance: false,
  freeUnits: 'one_per_unit',
  ofDays: 'sum',
  rule: 'metering, section 4',
  aggregate: ofPeriod(all, (counted, _, free) => ({
    units: new Decimal(counted.length),
    eventsCount: counted.length,
    runningTotal: hasAllowance(free) ? 'one_per_unit' : [],
    eventValues: 'one_per_unit',
  })),
  prorated: null,
  inAdvance: {
    amount: () => ({ value: ONE, units: ONE, events: 1 }),
    bill: () => ({ ...countIncrement(), state: null }),
    keepsTotal: false,
    transactionsOfPeriod: false,
  },
} satisfies Aggregation;
