import type { EventSourceKind, SourceRule } from '@tollgate/contracts';
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
