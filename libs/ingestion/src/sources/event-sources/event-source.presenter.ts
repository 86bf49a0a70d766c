import { eventSourceDoors, type EventSource, type EventSourceTopic } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull } from '@tollgate/platform';
import type { StoredCount } from '../counts/source-counts.repository.js';
import { kindOf } from '../kinds/registry.js';
import type { EventSourceRow } from './event-sources.repository.js';
import type { TopicRow } from './topics.repository.js';

const presentTopic = (row: TopicRow): EventSourceTopic => ({
  brokers: row.brokers,
  topic: row.topic,
  group: row.consumer_group,
  tls: row.tls,
  sasl_mechanism: row.sasl_mechanism,
  username: row.username,
  error: row.error,
  error_at: isoSecondsOrNull(row.error_at),
});

/** What is stored about a source beside its own row. */
export interface SourceParts {
  counts?: StoredCount | undefined;
  topic?: TopicRow | undefined;
}

/** @param secret the whole secret, for its only answer; absent: masked */
export function presentSource(row: EventSourceRow, { counts, topic }: SourceParts, secret?: string): EventSource {
  return {
    svc_id: row.id,
    code: row.code,
    name: row.name,
    kind: row.kind,
    enabled: row.enabled,
    secret: secret ?? `••••••••${row.secret_end}`,
    paths: eventSourceDoors[kindOf(row.kind).door].map(({ path }) =>
      `/api/v1${path}`.replace(':code', encodeURIComponent(row.code)),
    ),
    kafka: topic ? presentTopic(topic) : null,
    rules: row.rules,
    taken: Number(counts?.taken ?? 0n),
    repeated: Number(counts?.repeated ?? 0n),
    refused: Number(counts?.refused ?? 0n),
    last_received_at: isoSecondsOrNull(counts?.last_received_at ?? null),
    last_error: counts?.last_error ?? null,
    last_error_at: isoSecondsOrNull(counts?.last_error_at ?? null),
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}
