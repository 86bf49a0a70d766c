import { projectionStatements } from '../projections/projections.js';
import { rollupTables } from '../rollups/rollup-tables.js';

// The counterpart of `propertyTexts` of rating, for events stored before the column existed.
const textsOfProperties = `mapFromArrays(
  arrayMap(property -> property.1, arrayFilter(property -> property.2 != 'null', JSONExtractKeysAndValuesRaw(properties))),
  arrayMap(property -> if(startsWith(property.2, '"'), JSONExtractString(concat('[', property.2, ']'), 1), property.2),
           arrayFilter(property -> property.2 != 'null', JSONExtractKeysAndValuesRaw(properties))))`;

/** Bounds of the months of events; earlier and later events share the first and the last month. */
const [firstMonth, lastMonth] = ['2020-01-01', '2040-01-01'];

/**
 * Partitions events by the month of their own time, which is part of their identity, so repetitions meet in one
 * partition. The months are bounded, or a batch of odd timestamps would create a part for each of thousands of months.
 */
const partitionOfEvents = `toYYYYMM(least(greatest(timestamp, toDateTime64('${firstMonth}', 6, 'UTC')), toDateTime64('${lastMonth}', 6, 'UTC')))`;

const received = `
    id UUID,
    organization_id UUID,
    external_subscription_id String,
    code String,
    timestamp DateTime64(6, 'UTC'),
    transaction_id String,
    properties String codec(ZSTD(1)),
    precise_total_amount_cents Nullable(Decimal(60, 15)),
    received_at DateTime64(3, 'UTC')`;

const textsColumn = `texts Map(String, String) default ${textsOfProperties} codec(ZSTD(1))`;
const deletedColumn = 'is_deleted UInt8 default 0';

/** Maps organization, subscription and code to one number, which compares faster than the three columns. */
const subjectColumn = 'subject UInt64 materialized sipHash64(organization_id, external_subscription_id, code)';

const enrichmentColumns = `
    value_text Nullable(String),
    value Nullable(Decimal(76, 30)),
    operation_type String,
    version UInt64,
    ${textsColumn}`;

/** Columns of both tables: the received data and the enrichment. */
export const sharedColumns = [
  'id',
  'organization_id',
  'external_subscription_id',
  'code',
  'timestamp',
  'transaction_id',
  'properties',
  'precise_total_amount_cents',
  'received_at',
  'value_text',
  'value',
  'operation_type',
  'version',
  'texts',
] as const;

/** Each event once; the row of a voided event is marked, and `final` skips it. */
const eventsTable = (
  database: string,
): string => `create table if not exists ${database}.events (${received},${enrichmentColumns},
    ${deletedColumn},
    ${subjectColumn},
    index by_transaction transaction_id type bloom_filter(0.01) granularity 4,
    index by_reception received_at type minmax granularity 1
  ) engine = ReplacingMergeTree(version, is_deleted)
  partition by ${partitionOfEvents}
  order by (organization_id, external_subscription_id, code, timestamp, transaction_id)`;

/**
 * The keys of events with errors, by the metrics when they were stored or judged last, in the order of reception. To judge
 * each event of an hour or a week would read all events of the organization. A row without errors replaces one with some.
 * @param missingUntil Unix milliseconds; events received until then may be missing. The table's comment states it
 */
export const faultyEventsTable = (
  database: string,
  missingUntil: number,
): string => `create table if not exists ${database}.faulty_events (
    organization_id UUID,
    received_at DateTime64(3, 'UTC'),
    external_subscription_id String,
    code String,
    timestamp DateTime64(6, 'UTC'),
    transaction_id String,
    errors Array(LowCardinality(String)),
    recorded_at DateTime('UTC') default now('UTC')
  ) engine = ReplacingMergeTree
  partition by toYYYYMM(recorded_at)
  order by (organization_id, received_at, external_subscription_id, code, timestamp, transaction_id)
  comment '${missingUntil}'`;

/** Settings of tables that a server of an earlier version may not know. */
export const mergeSettings = ['materialize_projections_on_merge', 'merge_selector_base'] as const;
type MergeSetting = (typeof mergeSettings)[number];

/**
 * Minimum ratio of a merge to its largest part while parts are young. With the engine's default of 5, merges cost more
 * than inserts. For `events`, which is read constantly, more parts at once would slow reads down.
 */
const partsMergedAtOnce = [
  ['events', 8],
  ['events_raw', 20],
] as const;

const mergedAtOnce = (database: string, table: string, parts: number): string =>
  `alter table ${database}.${table} modify setting merge_selector_base = ${parts}`;

/** Finds recently received events without a scan of an organization's whole history. */
const byIngestion = 'index by_ingestion ingested_at type minmax granularity 1';

/**
 * Tables of the usage store. Each block of events is one insert into `events_raw`: the received events, for audit, with
 * their enrichment. The view passes it on to `events`, where repeated events become one. `version` is greater for a
 * later enrichment, and within one for the event that was received first. `texts` holds the properties as filters and
 * groups compare them. `block` numbers the inserts of a process in order, by its clock in microseconds; `ingested_at`
 * is the same time.
 */
export const usageTables = (database: string, supported: readonly MergeSetting[] = mergeSettings): string[] => [
  eventsTable(database),
  `create table if not exists ${database}.events_raw (${received},
    ingested_at DateTime64(3, 'UTC') default now64(3, 'UTC'),${enrichmentColumns},
    block UInt64,
    ${byIngestion}
  ) engine = MergeTree
  partition by toYYYYMM(ingested_at)
  order by (organization_id, external_subscription_id, code, timestamp)`,
  `create materialized view if not exists ${database}.events_of_raw to ${database}.events as
    select ${sharedColumns.join(', ')} from ${database}.events_raw`,
  ...(supported.includes('merge_selector_base')
    ? partsMergedAtOnce.map(([table, parts]) => mergedAtOnce(database, table, parts))
    : []),
  ...projectionStatements(database, supported.includes('materialize_projections_on_merge')),
  ...rollupTables(database),
];
