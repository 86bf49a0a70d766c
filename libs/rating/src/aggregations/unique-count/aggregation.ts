import { hasAllowance } from '../../charge-models/running-total.js';
import { Decimal, ONE } from '../../decimal.js';
import { uniqueIncrement } from '../../in-advance/high-water.js';
import { all, ofPeriod } from '../period.js';
import { presentUnits } from './prorated.js';
import { presenceChanges } from './unique-values.js';
import type { Aggregation } from '../aggregation.js';

/** The number of the values that are present at the end (metering, section 4.2). */
export const uniqueCount = {
  name: 'unique_count_agg',
  reads: 'text',
  mayRecur: true,
  prices: { percentages: true, ofEvents: false },
  countsDistinct: true,
  isOverTime: false,
  keepsBalance: false,
  freeUnits: 'one_per_unit',
  ofDays: 'whole',
  rule: 'metering, section 4.2',
  aggregate: ofPeriod(all, (counted, period, free) => {
    const units = presenceChanges(counted).reduce((total, { change }) => total + change, 0);
    return {
      units: new Decimal(units),
      eventsCount: units,
      runningTotal: hasAllowance(free) ? 'one_per_unit' : [],
      eventValues: period.map(() => ONE),
    };
  }),
  prorated: { units: presentUnits, sharesRounded: true },
  inAdvance: {
    // Values count while they are present.
    amount: (_, step) => ({ value: ONE, units: new Decimal(step), events: step }),
    bill: (state, _, step) => uniqueIncrement(state, step),
    keepsTotal: true,
    transactionsOfPeriod: true,
  },
} satisfies Aggregation;
