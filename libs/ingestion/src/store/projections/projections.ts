/** Hours since the epoch of an event's own time. */
export const eventHour = 'intDiv(toUnixTimestamp64Micro(timestamp), 3600000000)';

/** Hash of a stored row: its reception and its enrichment. */
export const rowHash = "sipHash64(id, version, value_text is null, ifNull(value_text, ''))";

const subject = 'organization_id, external_subscription_id, code';

/**
 * The queries of the projections. `digests` has the digest of each hour. `by_time` has the keys of events in the order of
 * time, which find the latest events of all subscriptions.
 */
const definitions = {
  digests: `select ${subject}, ${eventHour} as hour, count(), sum(${rowHash}) group by ${subject}, hour`,
  by_time: 'select organization_id, timestamp, external_subscription_id, code order by organization_id, timestamp',
} as const;

/** The names of the projections of events. */
export const projections = Object.keys(definitions);

/**
 * Projections are in the same parts as their events. Merges build them, so inserts do not pay for them. In parts that
 * were never merged, the same query reads the rows.
 * @param onMerge whether the server can leave them to merges
 */
export const projectionStatements = (database: string, onMerge: boolean): string[] => [
  `alter table ${database}.events modify setting deduplicate_merge_projection_mode = 'rebuild', lightweight_mutation_projection_mode = 'rebuild'${
    onMerge ? ', materialize_projections_on_insert = 0, materialize_projections_on_merge = 1' : ''
  }`,
  ...Object.entries(definitions).map(
    ([name, definition]) => `alter table ${database}.events add projection if not exists ${name} (${definition})`,
  ),
];
