import type { BackfillFormat, BackfillOutcome, BackfillStatus, FieldErrors } from '@tollgate/contracts';
import type { ColumnType, Generated } from 'kysely';

/** Events of the past that are read from files, and how far. */
export interface EventBackfillsTable {
  id: string;
  organization_id: string;
  status: BackfillStatus;
  format: BackfillFormat;
  event_source_id: string | null;
  /** As the call named it. */
  event_source_code: string | null;
  dry_run: boolean;
  invoiced_period_events: 'refuse' | 'accept';
  /** Null for an upload, as the following four. */
  url: string | null;
  endpoint: string | null;
  region: string | null;
  access_key_id: string | null;
  /** Sealed; null once it is not needed any more. */
  secret_access_key: string | null;
  objects_total: number;
  bytes_total: bigint;
  /** The number of batches: a process whose batch has another number behind it was overtaken. */
  step: Generated<bigint>;
  objects_done: Generated<number>;
  bytes_done: Generated<bigint>;
  rows_read: Generated<bigint>;
  taken: Generated<bigint>;
  repeated: Generated<bigint>;
  refused: Generated<bigint>;
  refused_invoiced: Generated<bigint>;
  ignored: Generated<bigint>;
  refused_reasons: ColumnType<Record<string, number>, string | undefined, string>;
  error: string | null;
  error_object: string | null;
  error_row: bigint | null;
  /** How often its objects could not be read since the last batch. */
  tries: Generated<number>;
  /** In the organization's time, both. */
  created_at: Date;
  completed_at: Date | null;
  /** Real time. */
  worked_at: Generated<Date>;
}

/** The objects of a backfill, in the order of their reading. */
export interface EventBackfillObjectsTable {
  organization_id: string;
  event_backfill_id: string;
  /** From 1. */
  number: number;
  name: string;
  bytes: bigint;
  /** Of a bucket: the version that was listed. Of an upload: the digest of its content. */
  version: string;
  /** Of an upload, until it is read. */
  content: Buffer | null;
  /** The header of a CSV file, once it is read. */
  columns: ColumnType<string[] | null, string | null, string | null>;
  bytes_read: Generated<bigint>;
  rows_read: Generated<bigint>;
}

/** Rows of which an event was refused; the first ones of a backfill are stored. */
export interface EventBackfillRowsTable {
  organization_id: string;
  event_backfill_id: string;
  object_number: number;
  row_number: bigint;
  /** Of the event among those of its row. */
  place: number;
  outcome: BackfillOutcome;
  rule: string | null;
  transaction_id: string | null;
  errors: ColumnType<FieldErrors, string, never>;
}
