import type {
  EventSourceKind,
  FieldErrors,
  KafkaMechanism,
  OffsetReset,
  SourceRule,
  TopicFormat,
} from '@tollgate/contracts';
import type { ColumnType } from 'kysely';

/** Senders of foreign records. The rows of deleted ones stay, so that their secrets name them. */
export interface EventSourcesTable {
  id: string;
  organization_id: string;
  code: string;
  name: string;
  kind: EventSourceKind;
  enabled: boolean;
  rules: ColumnType<SourceRule[], string, string>;
  /** SHA-256 in hexadecimal. */
  secret_hash: string;
  /** The last four characters of the secret. */
  secret_end: string;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

/** The outcomes of the records of a source. A process adds its counts every second, so a crash loses the last ones. */
export interface EventSourceCountsTable {
  event_source_id: string;
  organization_id: string;
  taken: bigint;
  repeated: bigint;
  refused: bigint;
  last_received_at: Date;
  last_error: string | null;
  last_error_at: Date | null;
}

/** The topics of Kafka that sources read; a row has the id of its source. */
export interface EventSourceTopicsTable {
  id: string;
  organization_id: string;
  brokers: ColumnType<string[], string, string>;
  topic: string;
  consumer_group: string;
  auto_offset_reset: OffsetReset;
  format: TopicFormat;
  tls: boolean;
  /** As PEM. */
  ca_certificates: string | null;
  sasl_mechanism: KafkaMechanism | null;
  username: string | null;
  /** Sealed; null without a login. */
  password: string | null;
  /** Why no messages are read, and since when; null while they are. */
  error: string | null;
  error_at: Date | null;
}

/** The last records of sources that were refused, or single events of them. */
export interface EventSourceRefusalsTable {
  id: string;
  organization_id: string;
  event_source_id: string;
  /** The identifier of the record. */
  record: string | null;
  /** Where it was read; null for calls. */
  place: string | null;
  /** Null for a record that cannot be read. */
  rule: string | null;
  errors: ColumnType<FieldErrors, string, string>;
  refused_at: Date;
}
