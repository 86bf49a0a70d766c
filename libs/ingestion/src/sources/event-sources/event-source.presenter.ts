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
  auto_offset_reset: row.auto_offset_reset,
  format: row.format,
  tls: row.tls,
  ca_certificates: row.ca_certificates,
  sasl_mechanism: row.sasl_mechanism,
  username: row.username,
  error: row.error,
  error_at: isoSecondsOrNull(row.error_at),
});

/** The rows about a source beside its own. */
export interface SourceParts {
  counts?: StoredCount | undefined;
  topic?: TopicRow | undefined;
}

/** The last refusal, or why no messages are read, whichever came later. */
function lastErrorOf({ counts, topic }: SourceParts): { text: string | null; at: Date | null } {
  const refused = { text: counts?.last_error ?? null, at: counts?.last_error_at ?? null };
  if (!topic?.error || !topic.error_at) return refused;
  return refused.at && refused.at > topic.error_at ? refused : { text: topic.error, at: topic.error_at };
}

/** @param secret the whole secret, for its only answer; absent: masked */
export function presentSource(row: EventSourceRow, parts: SourceParts, secret?: string): EventSource {
  const { counts, topic } = parts;
  const lastError = lastErrorOf(parts);
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
    last_error: lastError.text,
    last_error_at: isoSecondsOrNull(lastError.at),
    created_at: isoSeconds(row.created_at),
    updated_at: isoSeconds(row.updated_at),
  };
}
