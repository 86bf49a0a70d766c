import { createHash } from 'node:crypto';
import type { RollupFamily } from '../../model/usage-queries/aggregations/aggregation-statements.js';
import { statementsOf } from '../../model/usage-queries/aggregations/statements.js';
import type { AggregationRequest } from '../../model/usage-queries/usage-request.js';

/** The queries that a rollup can answer: the properties that separate its entries, and the family of aggregation. */
export interface RollupDefinition {
  id: string;
  family: RollupFamily;
  /** Sorted. */
  keys: string[];
}

/** The definition that answers a request; null when the request needs single values. */
export function rollupDefinitionOf({ metric, parts, only = [] }: AggregationRequest): RollupDefinition | null {
  if (parts.some(({ free, needsEventValues }) => free !== undefined || needsEventValues)) return null;
  const { family } = statementsOf(metric).rollups;
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
