import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { AggregationName } from '../api/records.js';

/** The texts of aggregations. */
export const aggregationTexts: Record<AggregationName, MessageDescriptor> = {
  count_agg: msg`Count`,
  sum_agg: msg`Sum`,
  max_agg: msg`Maximum`,
  unique_count_agg: msg`Count of unique values`,
  weighted_sum_agg: msg`Sum weighted by time`,
  latest_agg: msg`Latest value`,
  custom_agg: msg`Own rule`,
};
