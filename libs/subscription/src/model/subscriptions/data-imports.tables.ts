import type { ImportedResource } from '@tollgate/contracts';
import type { ColumnType, Generated } from 'kysely';

/** A file of rows; each row creates or changes one resource. */
export interface DataImportsTable {
  id: string;
  organization_id: string;
  resource_type: ImportedResource;
  dry_run: boolean;
  rows_total: number;
  /** In the organization's time, both. */
  created_at: Date;
  completed_at: Date | null;
  /** Real time. */
  kept_since: Generated<Date>;
}

export interface DataImportRowsTable {
  organization_id: string;
  data_import_id: string;
  /** Of the file. */
  line: number;
  /** Null once it is done. */
  given: ColumnType<Record<string, unknown> | null, string | null, null>;
  /** Null while it waits. */
  outcome: 'created' | 'updated' | 'failed' | null;
  errors: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  /** The number of unexpected failures. */
  tries: Generated<number>;
}
