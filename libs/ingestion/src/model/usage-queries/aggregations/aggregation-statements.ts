import type { Decimal, HeldLevel } from '@tollgate/rating';
import type { QueryParameters } from '../query-parameters.js';
import type { Expressions, Totals } from '../totals-query.js';
import type { AggregationRequest, UsageOf, UsageScope } from '../usage-request.js';
import type { EntryColumn, EventColumn } from './columns.js';

/** The contents of a rollup's entries: totals, totals weighted by time, or the last operation of each value. */
export type RollupFamily = 'totals' | 'weighted' | 'unique';

/** The usage of a group that has totals. */
export interface TotalsOf {
  usage: UsageOf;
  request: AggregationRequest;
  /** The level carried into the group; 0 for a new one. */
  level: Decimal;
}

/** The units that follow from totals, before the rounding of the metric. */
export interface TotalUnits {
  units: Decimal;
  eventsCount: number;
  heldLevel?: HeldLevel;
  /** The level at the end of the period; absent: the units. */
  closingLevel?: Decimal;
}

/**
 * How the usage store computes an aggregation, as rating defines it. Totals are read from events and rollups, and single
 * events are judged for explanations.
 */
export interface AggregationStatements {
  /** Totals of events. */
  readonly events: {
    readonly columns: readonly EventColumn[];
    totals(scope: UsageScope, parameters: QueryParameters): Expressions;
  };
  /** Totals of the entries of rollups, each as one event at the start of its hours. */
  readonly rollups: {
    readonly family: RollupFamily;
    readonly columns: readonly EntryColumn[];
    totals(usage: UsageOf, parameters: QueryParameters): Expressions;
  };
  /** Whether totals are over one row for each value: `own` events, `last_operation`, and `own_price`. */
  readonly byValue: boolean;
  /** The totals of a code that several requests share; null: they depend on single values or their order. */
  readonly joint: Expressions | null;
  /** The units of totals (metering, section 4). */
  units(totals: Totals, of: TotalsOf): TotalUnits;
  /** The values of the period's events for prices of transactions, in time order; null: 1 each, which needs no query. */
  readonly eventValues: ((values: Decimal[]) => Decimal[]) | null;
  /** The units of the events of one step of a series. */
  readonly series: string;
  /** Single events: columns over all that a part takes, why one changes nothing, and the units that it adds. */
  readonly rated: { readonly windows: string; readonly reason: string; readonly added: string };
}
