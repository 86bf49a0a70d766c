/** Names a rollup of a definition, as `setName` does. */
export const setNameColumn =
  "concat(toString(hours), ' ', toString(start), ' ', toString(rows), ' ', toString(digest))";

/** Days of use of a rollup, and days until its deletion; the gap protects running queries. */
export const usedDays = 50;
const retentionDays = 60;

/**
 * `rollups`: one row per hour, day or run of days (`hours` 1, 24 or more) from the hour `start`, by subscription, code
 * and definition. It has an entry for each combination of property texts. `rows` and `digest` describe its source rows.
 * They are part of the key, so a row never replaces a rollup of other events. `skipped` rows have too many entries to
 * pay off. `rollup_shapes`: recently requested definitions, with the start of the requested time (`since`, Unix
 * milliseconds).
 */
export const rollupTables = (database: string): string[] => [
  `create table if not exists ${database}.rollups (
    organization_id UUID,
    external_subscription_id String,
    code String,
    shape String,
    hours UInt16,
    start Int64,
    rows UInt64,
    digest UInt64,
    made_at DateTime64(3, 'UTC'),
    skipped UInt8,
    entries Array(Tuple(
      texts Map(String, String),
      value_text Nullable(String),
      operation_type String,
      events UInt64,
      valued UInt64,
      total Decimal(76, 30),
      highest Nullable(Decimal(76, 30)),
      latest Nullable(Decimal(76, 30)),
      at DateTime64(6, 'UTC'),
      received_at DateTime64(3, 'UTC'),
      place String,
      price Decimal(76, 15),
      price_valued Decimal(76, 15),
      moment Decimal(76, 30)))
  ) engine = ReplacingMergeTree(made_at)
  order by (organization_id, external_subscription_id, code, shape, hours, start, rows, digest)
  ttl toDateTime(made_at, 'UTC') + interval ${retentionDays} day`,
  `create table if not exists ${database}.rollup_shapes (
    organization_id UUID,
    external_subscription_id String,
    code String,
    shape String,
    family String,
    keys Array(String),
    since Int64,
    used_at DateTime64(3, 'UTC')
  ) engine = ReplacingMergeTree(used_at)
  order by (organization_id, external_subscription_id, code, shape, since)
  ttl toDateTime(used_at, 'UTC') + interval ${usedDays} day`,
];
