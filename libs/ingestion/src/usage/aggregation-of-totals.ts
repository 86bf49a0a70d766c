import { aggregationOf, Decimal, roundedUnits, type AggregatedUsage } from '@tollgate/rating';
import type { SingleValues } from './single-values.reader.js';
import { statementsOf } from '../model/usage-queries/aggregations/statements.js';
import { decimalOf, type Totals, type TotalsRow } from '../model/usage-queries/totals-query.js';
import type {
  AggregatedGroup,
  AggregationRequest,
  GroupedBy,
  UsageOf,
  UsagePart,
} from '../model/usage-queries/usage-request.js';

type Group = Pick<AggregatedGroup, 'filterId' | 'groupedBy'>;

const zero = new Decimal(0);
const none: Totals = {
  events: '0',
  valued: '0',
  sum: null,
  max: null,
  latest: null,
  prices: null,
  present: '0',
  unit_micros: null,
  before: null,
};

export function groupedByOf({ groupKeys }: UsagePart, grouping: (string | null)[]): GroupedBy {
  return Object.fromEntries(groupKeys.map((key, index) => [key, grouping[index] ?? null]));
}

/** A key that identifies a group, regardless of the order of its group keys. */
export const groupKey = ({ filterId, groupedBy }: Group): string =>
  JSON.stringify([filterId, Object.entries(groupedBy).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** The units of a group, from its totals, the type of its metric and the level carried into it (metering, section 4). */
export function aggregatedUsage(
  usage: UsageOf,
  request: AggregationRequest,
  row: TotalsRow,
  single: SingleValues,
  level: Decimal,
): AggregatedUsage {
  return { ...unitsOf(usage, request, row, level), ...single, eventsPriceCents: decimalOf(row.prices) };
}

/** Groups that carry a level over although they have no events (metering, section 4.3). */
export function carriedGroups(usage: UsageOf, request: AggregationRequest): AggregatedGroup[] {
  if (!request.metric.recurring || !aggregationOf(request.metric.aggregationType).keepsBalance) return [];
  return (request.carried?.levels ?? []).map(({ filterId, groupedBy, level }) => ({
    filterId,
    groupedBy,
    aggregation: { ...unitsOf(usage, request, none, level), runningTotal: [], eventValues: [], eventsPriceCents: zero },
  }));
}

/** Finds the level carried into a group; zero for a new one. */
export function carriedLevels({ carried }: AggregationRequest): (group: Group) => Decimal {
  const levels = new Map((carried?.levels ?? []).map((carriedLevel) => [groupKey(carriedLevel), carriedLevel.level]));
  return (group) => (levels.size === 0 ? zero : (levels.get(groupKey(group)) ?? zero));
}

function unitsOf(usage: UsageOf, request: AggregationRequest, totals: Totals, level: Decimal) {
  const { metric } = request;
  const { units, closingLevel, ...found } = statementsOf(metric).units(totals, { usage, request, level });
  const rounded = roundedUnits(units, metric);
  return {
    ...found,
    ...rounded,
    currentUsageUnits: rounded.units,
    totalAggregatedUnits: closingLevel ?? rounded.units,
  };
}
