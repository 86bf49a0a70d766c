import { digestTables, rollupTables } from '../rollups/rollup-tables.js';

// Of events stored before there was the column: what `propertyTexts` of rating makes of the properties.
const textsOfProperties = `mapFromArrays(
  arrayMap(property -> property.1, arrayFilter(property -> property.2 != 'null', JSONExtractKeysAndValuesRaw(properties))),
  arrayMap(property -> if(startsWith(property.2, '"'), JSONExtractString(concat('[', property.2, ']'), 1), property.2),
           arrayFilter(property -> property.2 != 'null', JSONExtractKeysAndValuesRaw(properties))))`;

/**
 * Tables of the usage store. Each block of events is one insert into `events_raw`: what was received, for audit, with
 * what ingestion found out about it; the view passes it on into `events`, where repeated events become one.
 * `version` is greater for a later enrichment, and within one for the event that was received first. `texts` holds the
 * properties as filters and groups compare them.
 */
export const usageTables = (database: string, digestsOnMerge = true): string[] => [
  `create database if not exists ${database}`,
  `create table if not exists ${database}.events_raw (
    id UUID,
    organization_id UUID,
    external_subscription_id String,
    code String,
    timestamp DateTime64(6, 'UTC'),
    transaction_id String,
    properties String codec(ZSTD(1)),
    precise_total_amount_cents Nullable(Decimal(60, 15)),
    received_at DateTime64(3, 'UTC'),
    ingested_at DateTime64(3, 'UTC') default now64(3, 'UTC'),
    value_text Nullable(String),
    value Nullable(Decimal(76, 30)),
    operation_type String,
    version UInt64
  ) engine = MergeTree order by (organization_id, external_subscription_id, code, timestamp)`,
  `create table if not exists ${database}.events (
    id UUID,
    organization_id UUID,
    external_subscription_id String,
    code String,
    timestamp DateTime64(6, 'UTC'),
    transaction_id String,
    properties String codec(ZSTD(1)),
    precise_total_amount_cents Nullable(Decimal(60, 15)),
    received_at DateTime64(3, 'UTC'),
    value_text Nullable(String),
    value Nullable(Decimal(76, 30)),
    operation_type String,
    version UInt64,
    index by_transaction transaction_id type bloom_filter(0.01) granularity 4
  ) engine = ReplacingMergeTree(version)
  order by (organization_id, external_subscription_id, code, timestamp, transaction_id)`,
  `create materialized view if not exists ${database}.events_of_raw to ${database}.events as
    select id, organization_id, external_subscription_id, code, timestamp, transaction_id, properties,
           precise_total_amount_cents, received_at, value_text, value, operation_type, version
    from ${database}.events_raw`,
  ...['events_raw', 'events'].map(
    (table) => `alter table ${database}.${table} add column if not exists texts Map(String, String) default ${textsOfProperties} codec(ZSTD(1))`,
  ),
  `alter table ${database}.events_of_raw modify query
    select id, organization_id, external_subscription_id, code, timestamp, transaction_id, properties,
           precise_total_amount_cents, received_at, value_text, value, operation_type, version, texts
    from ${database}.events_raw`,
  ...digestTables(database, digestsOnMerge),
  ...rollupTables(database),
];

