import type { ImportedResource } from '@tollgate/contracts';
import type { ColumnType, Generated } from 'kysely';

/** A file of rows, each created or changed by itself. */
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
  /** Null when it is done. */
  given: ColumnType<Record<string, unknown> | null, string | null, null>;
  /** Null while it waits. */
  outcome: 'created' | 'updated' | 'failed' | null;
  errors: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  /** How often it failed for a reason that nobody foresaw. */
  tries: Generated<number>;
}
