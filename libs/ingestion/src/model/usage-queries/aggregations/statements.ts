import type { AggregationType } from '@tollgate/rating';
import { count } from './count.js';
import { latest } from './latest.js';
import { max } from './max.js';
import { sum } from './sum.js';
import { uniqueCount } from './unique-count.js';
import { weightedSum } from './weighted-sum.js';
import type { AggregationStatements } from './aggregation-statements.js';

const statements: Readonly<Record<AggregationType, AggregationStatements>> = {
  count_agg: count,
  sum_agg: sum,
  max_agg: max,
  unique_count_agg: uniqueCount,
  weighted_sum_agg: weightedSum,
  latest_agg: latest,
};

/** How the usage store computes the aggregation of a metric. */
export const statementsOf = ({ aggregationType }: { aggregationType: AggregationType }): AggregationStatements =>
  statements[aggregationType];
