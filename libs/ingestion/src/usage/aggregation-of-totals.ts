import { Decimal, heldLevel, roundedUnits, weightedUnits, type Aggregation } from '@tollgate/rating';
import type { SingleValues } from './single-values.reader.js';
import type { TotalsRow } from '../model/usage-queries/totals-query.js';
import type {
  AggregatedGroup,
  AggregationRequest,
  GroupedBy,
  UsageOf,
  UsagePart,
} from '../model/usage-queries/usage-request.js';

type Group = Pick<AggregatedGroup, 'filterId' | 'groupedBy'>;
type Totals = Omit<TotalsRow, 'request' | 'part' | 'grouping'>;

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
const decimalOf = (text: string | null) => (text === null ? zero : new Decimal(text));

export function groupedByOf({ groupKeys }: UsagePart, grouping: (string | null)[]): GroupedBy {
  return Object.fromEntries(groupKeys.map((key, index) => [key, grouping[index] ?? null]));
}

/** A key that identifies a group, regardless of the order of its group keys. */
export const groupKey = ({ filterId, groupedBy }: Group): string =>
  JSON.stringify([filterId, Object.entries(groupedBy).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** The units of a group, from its totals, the type of its metric and the level carried into it (metering, section 4). */
export function aggregationOf(
  usage: UsageOf,
  request: AggregationRequest,
  row: TotalsRow,
  single: SingleValues,
  level: Decimal,
): Aggregation {
  return { ...unitsOf(usage, request, row, level), ...single, eventsPriceCents: decimalOf(row.prices) };
}

/** Groups that carry a level over although they have no events (metering, section 4.3). */
export function carriedGroups(usage: UsageOf, request: AggregationRequest): AggregatedGroup[] {
  if (!request.metric.recurring || request.metric.aggregationType !== 'weighted_sum_agg') return [];
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
  if (metric.aggregationType === 'weighted_sum_agg') return weighted(usage, request, totals, level);
  const [rawUnits, eventsCount] = plainUnits(metric.aggregationType, totals);
  const rounded = roundedUnits(rawUnits, metric);
  return { ...rounded, currentUsageUnits: rounded.units, totalAggregatedUnits: rounded.units, eventsCount };
}

function plainUnits(type: string, totals: Totals): [Decimal, number] {
  switch (type) {
    case 'count_agg':
      return [new Decimal(totals.events), Number(totals.events)];
    case 'sum_agg':
      return [decimalOf(totals.sum), Number(totals.valued)];
    case 'max_agg':
      return [decimalOf(totals.max), Number(totals.valued)];
    case 'latest_agg':
      return [Decimal.max(decimalOf(totals.latest), zero), Number(totals.valued)];
    case 'unique_count_agg':
      return [new Decimal(totals.present), Number(totals.present)];
    default:
      throw new Error(`no aggregation for ${type}`);
  }
}

function weighted(usage: UsageOf, { metric, carried }: AggregationRequest, totals: Totals, level: Decimal) {
  if (!carried) throw new Error('a weighted sum needs the length of its period');
  const start = metric.recurring ? level.plus(decimalOf(totals.before)) : zero;
  // Events may count from the whole second before a start, but the level holds from the start (metering, section 4.3).
  const window = { from: usage.fractionsFrom ?? usage.from, to: usage.to, durationDays: carried.durationDays };
  const unitMicros = decimalOf(totals.unit_micros);
  const rounded = roundedUnits(weightedUnits(start, unitMicros, window), metric);
  return {
    ...rounded,
    heldLevel: heldLevel(start, unitMicros, window),
    currentUsageUnits: rounded.units,
    totalAggregatedUnits: start.plus(decimalOf(totals.sum)),
    eventsCount: Number(totals.valued),
  };
}
