import { createHash } from 'node:crypto';
import type { AggregationRequest } from '../../model/usage-queries/usage-request.js';

/** The contents of a rollup's entries: totals, totals weighted by time, or the last operation of each value. */
export type Family = 'totals' | 'weighted' | 'unique';

/** The queries that a rollup can answer: the properties that separate its entries, and the family of aggregation. */
export interface RollupDefinition {
  id: string;
  family: Family;
  /** Sorted. */
  keys: string[];
}

const families: Partial<Record<string, Family>> = {
  count_agg: 'totals',
  sum_agg: 'totals',
  max_agg: 'totals',
  latest_agg: 'totals',
  weighted_sum_agg: 'weighted',
  unique_count_agg: 'unique',
};

/** The definition that answers a request; null when the request needs single values. */
export function rollupDefinitionOf({ metric, parts, only = [] }: AggregationRequest): RollupDefinition | null {
  const family = families[metric.aggregationType];
  if (!family || parts.some(({ free, needsEventValues }) => free !== undefined || needsEventValues)) return null;
  const filtered = parts
    .flatMap(({ filter }) => (filter ? [filter, ...filter.yieldsTo] : []))
    .flatMap(({ values }) => [...values.keys()]);
  const keys = [
    ...new Set([...only.map(({ key }) => key), ...filtered, ...parts.flatMap(({ groupKeys }) => groupKeys)]),
  ].sort();
  return {
    id: createHash('sha256')
      .update(JSON.stringify([family, keys]))
      .digest('hex')
      .slice(0, 32),
    family,
    keys,
  };
}
