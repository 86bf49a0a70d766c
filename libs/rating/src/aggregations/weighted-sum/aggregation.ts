import { ZERO } from '../../decimal.js';
import { weightedSum } from '../weighted-sum.js';
import type { Aggregation } from '../aggregation.js';

/** The average level over the time of the period (metering, section 4.3). */
export const sumOverTime = {
  name: 'weighted_sum_agg',
  reads: 'number',
  mayRecur: true,
  prices: { percentages: true, ofEvents: false },
  countsDistinct: false,
  isOverTime: true,
  keepsBalance: true,
  freeUnits: 'none',
  ofDays: 'whole',
  rule: 'metering, section 4.3',
  aggregate(metric, events, { durationDays, carriedUnits = ZERO, ...window }) {
    if (durationDays === undefined) throw new Error('a weighted sum needs the length of its period');
    return weightedSum(metric, events, { ...window, durationDays, carriedUnits });
  },
  prorated: null,
  inAdvance: null,
} satisfies Aggregation;
