import type { MetricView } from '@tollgate/catalog/reader';
import type { Instant } from '@tollgate/platform';
import { aggregationOf, needsNumber } from '@tollgate/rating';
import { numberOf } from '../enrichment/number-sql.js';
import { statementsOf } from './aggregations/statements.js';
import { countingFilters } from './filters-sql.js';
import { eventsCondition } from './parts-sql.js';
import type { QueryParameters } from './query-parameters.js';
import type { GroupedBy, UsageOf } from './usage-request.js';

/** The events behind an amount: those of a metric, judged by what a part of a charge counted when it was rated. */
export interface RatedEvents {
  usage: UsageOf;
  /** As of the rating, whatever the metric is now. */
  metric: Pick<MetricView, 'code' | 'aggregationType' | 'fieldName' | 'recurring'>;
  /** The values of its filter; null for the events of no filter. */
  filter: Record<string, string[]> | null;
  /** The filters that take precedence over it, or all filters of the charge. */
  otherFilters: Record<string, string[]>[];
  groupedBy: GroupedBy;
  /** When usage was read, by the machine's clock. */
  readAt: Instant;
  /** The same by the organization's clock. */
  ratedAt: Instant;
  voided: VoidedRef[];
  /** Restricts to the events with this id. */
  transactionId?: string;
}

/** A voided event, and when it was voided (Unix milliseconds). */
export interface VoidedRef {
  id: string;
  at: Instant;
}

/**
 * Selects events with their status, their reason, and what each added to the units (metering, sections 3, 4 and 6).
 * Columns: `event_id`, `transaction`, `happened`, `received`, `content`, `price`, `text`, `status`, `reason`, `added`.
 */
export function ratedEventsSql(database: string, rated: RatedEvents, parameters: QueryParameters): string {
  const { windows, reason, added } = statementsOf(rated.metric).rated;
  const status = `multiIf(fixed_reason = 'arrived_late', 'late', not taken, 'ignored', reason != '', 'without_effect', 'counted')`;
  return `select *, if(taken, ${reason}, fixed_reason) as reason, ${status} as status,
                 if(taken, ${added}, null) as added
          from (select *, fixed_reason = '' as taken${windows} from (
            ${storedEvents(database, rated, parameters)}))`;
}

/** Events as they count now, and those that were voided: only the raw table still has their content. */
function storedEvents(database: string, rated: RatedEvents, parameters: QueryParameters): string {
  const columns = columnsOf(database, rated, parameters);
  const { metric, usage, transactionId, voided } = rated;
  const since = metric.recurring && !aggregationOf(metric.aggregationType).keepsBalance ? 0 : usage.from;
  // The raw table lacks the number of the subject, by which the condition for one subscription finds events.
  const condition = (isOfMany: boolean): string =>
    [
      eventsCondition({ usages: [usage], since: [since], isOfMany }, [metric.code], parameters),
      ...(transactionId === undefined ? [] : [`transaction_id = ${parameters.addOnce(transactionId, 'String')}`]),
    ].join(' and ');
  const live = `select ${columns} from ${database}.events as event final where ${condition(false)}`;
  if (voided.length === 0) return live;
  const isVoided = hasId(voided, parameters);
  return `${live} and not ${isVoided}
    union all select * from (
      select ${columns} from ${database}.events_raw as event
      where ${condition(true)} and ${isVoided}
      order by event.ingested_at limit 1 by event.id)`;
}

function columnsOf(database: string, rated: RatedEvents, parameters: QueryParameters): string {
  const { aggregationType, fieldName } = rated.metric;
  const field = fieldName === null ? null : parameters.addOnce(fieldName, 'String');
  const text =
    field === null ? 'null::Nullable(String)' : `if(mapContains(event.texts, ${field}), event.texts[${field}], null)`;
  const number = needsNumber(aggregationType) ? numberOf(text) : 'null::Nullable(Decimal(76, 30))';
  return [
    'toString(event.id) as event_id',
    'event.transaction_id as transaction',
    'event.timestamp as happened',
    'event.received_at as received',
    'event.properties as content',
    'toString(event.precise_total_amount_cents) as price',
    'event.operation_type as operation',
    `${text} as text`,
    `${number} as number`,
    `${fixedReason(database, rated, text, number, parameters)} as fixed_reason`,
  ].join(', ');
}

/** Why a part does not count an event, whatever the other events are; empty for one that it takes. */
function fixedReason(
  database: string,
  rated: RatedEvents,
  text: string,
  number: string,
  parameters: QueryParameters,
): string {
  const { voided, readAt, ratedAt, groupedBy } = rated;
  const before = voided.filter(({ at }) => at <= readAt);
  const late = isLate(database, rated, parameters);
  const inGroup = Object.entries(groupedBy).map(([key, value]) => hasText(key, value, parameters));
  const rules: [condition: string, reason: string][] = [
    ...(before.length > 0 ? [[hasId(before, parameters), 'voided'] as [string, string]] : []),
    [`not (${inFilter(rated, parameters)})`, 'other_filter'],
    [`not (${inGroup.join(' and ') || 'true'})`, 'other_group'],
    ...(needsNumber(rated.metric.aggregationType)
      ? ([
          [`${text} is null`, 'field_missing'],
          [`${number} is null`, 'field_not_a_number'],
        ] as [string, string][])
      : []),
    ...(voided.length > 0 ? [[`${late} and ${hasId(voided, parameters)}`, 'voided'] as [string, string]] : []),
    [`${late} and event.timestamp > ${instant(ratedAt, parameters)}`, 'after_rating'],
    [late, 'arrived_late'],
  ];
  return `multiIf(${rules.map(([condition, reason]) => `${condition}, '${reason}'`).join(', ')}, '')`;
}

/** Condition for the events of a part: they match its filter, and none that takes precedence. */
function inFilter({ filter, otherFilters }: RatedEvents, parameters: QueryParameters): string {
  const filters = [...(filter ? [filter] : []), ...otherFilters].map((values, place) => ({
    id: String(place),
    values: new Map(Object.entries(values).map(([key, texts]) => [key, new Set(texts)])),
    yieldsTo: [],
  }));
  if (filters.length === 0) return 'true';
  const matched = countingFilters(filters, parameters);
  return filter ? `${matched} = [toUInt16(0)]` : `empty(${matched})`;
}

const instant = (at: Instant, parameters: QueryParameters): string =>
  `fromUnixTimestamp64Milli(${parameters.addOnce(at, 'Int64')}, 'UTC')`;

const hasId = (voided: VoidedRef[], parameters: QueryParameters): string =>
  `has(${parameters.addOnce(
    voided.map(({ id }) => id),
    'Array(String)',
  )}, toString(event.id))`;

const hasText = (key: string, value: string | null, parameters: QueryParameters): string => {
  const text = `nullIf(event.texts[${parameters.addOnce(key, 'String')}], '')`;
  return value === null ? `${text} is null` : `ifNull(${text} = ${parameters.addOnce(value, 'String')}, false)`;
};

const ownerCondition = ({ usage, metric }: RatedEvents, parameters: QueryParameters): string =>
  `organization_id = ${parameters.addOnce(usage.organizationId, 'UUID')}
   and external_subscription_id = ${parameters.addOnce(usage.externalSubscriptionId, 'String')}
   and code = ${parameters.addOnce(metric.code, 'String')}`;

/** Whether the store had no row of an event when usage was read; a row may be stored again after a crash. */
function isLate(database: string, rated: RatedEvents, parameters: QueryParameters): string {
  const read = instant(rated.readAt, parameters);
  const rows = `select id from ${database}.events_raw where ${ownerCondition(rated, parameters)}`;
  const after = `${rows} and ingested_at > ${read}`;
  return `(event.id in (${after}) and event.id not in (${rows} and ingested_at <= ${read} and id in (${after})))`;
}
