import { runningTotal } from '../../charge-models/running-total.js';
import { plainDecimal, sumOf } from '../../decimal.js';
import { sumIncrement } from '../../in-advance/high-water.js';
import { valued } from '../events.js';
import { ofPeriod } from '../period.js';
import { summedUnits } from './prorated.js';
import type { Aggregation } from '../aggregation.js';

/** The sum of the values (metering, section 4). */
export const sum = {
  name: 'sum_agg',
  reads: 'number',
  mayRecur: true,
  prices: { percentages: true, ofEvents: true },
  countsDistinct: false,
  isOverTime: false,
  keepsBalance: false,
  freeUnits: 'running_total',
  ofDays: 'sum',
  rule: 'metering, section 4',
  aggregate: ofPeriod(valued, (counted, period, free) => {
    const numbers = counted.map(({ number }) => number);
    return {
      units: sumOf(numbers),
      eventsCount: counted.length,
      runningTotal: runningTotal(numbers, free),
      eventValues: period.map(({ number }) => number),
    };
  }),
  prorated: { units: summedUnits, sharesRounded: false },
  inAdvance: {
    amount(text) {
      const value = plainDecimal(text);
      return value && { value, units: value, events: 1 };
    },
    bill: (state, { units }) => sumIncrement(state, units),
    keepsTotal: true,
    transactionsOfPeriod: true,
  },
} satisfies Aggregation;
