import { plainDecimal } from '../decimal.js';
import { count } from './count/aggregation.js';
import { latest } from './latest/aggregation.js';
import { max } from './max/aggregation.js';
import { sum } from './sum/aggregation.js';
import { uniqueCount } from './unique-count/aggregation.js';
import { sumOverTime } from './weighted-sum/aggregation.js';
import type { Aggregation } from './aggregation.js';
import type { UsageEvent } from './usage.js';

/** All aggregations by name, in the order of the interface. */
export const aggregations = {
  count_agg: count,
  sum_agg: sum,
  max_agg: max,
  unique_count_agg: uniqueCount,
  weighted_sum_agg: sumOverTime,
  latest_agg: latest,
};

type Aggregations = typeof aggregations;
export type AggregationType = keyof Aggregations;

/** Aggregations of metrics without a field. */
export type FieldlessAggregation = {
  [A in AggregationType]: Aggregations[A]['reads'] extends 'nothing' ? A : never;
}[AggregationType];

const declared: Readonly<Record<AggregationType, Aggregation>> = aggregations;

/** The names of all aggregations, in the order of the interface. */
export const aggregationNames = Object.keys(aggregations) as AggregationType[];

/** A known name without a declaration: it would run a program that no call can set (catalog, section 2). */
export const unavailableAggregation = 'custom_agg';

export const aggregationOf = (name: AggregationType): Aggregation => declared[name];

/** The aggregation of a text; undefined if it names none. */
export const findAggregation = (text: string | null | undefined): Aggregation | undefined =>
  typeof text === 'string' && Object.hasOwn(declared, text) ? declared[text as AggregationType] : undefined;

/** Whether metrics with an aggregation have no field. */
export const isFieldless = (name: AggregationType): name is FieldlessAggregation => declared[name].reads === 'nothing';

/** Whether an aggregation reads a number from the field. */
export const needsNumber = (name: AggregationType): boolean => declared[name].reads === 'number';

/** The events that an aggregation counts: those with a number, where it needs one (metering, section 3.1). */
export const countedBy = <E extends UsageEvent>(name: AggregationType, events: readonly E[]): E[] =>
  events.filter((event) => !needsNumber(name) || plainDecimal(event.value) !== null);

/** The aggregation in which each event stands for itself. */
export const eachEvent: FieldlessAggregation = 'count_agg';
