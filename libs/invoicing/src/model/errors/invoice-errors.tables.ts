import type { ColumnType } from 'kysely';

/** The error of a failed invoice. */
export interface InvoiceErrorsTable {
  id: string;
  organization_id: string;
  invoice_id: string;
  error_code: string;
  details: ColumnType<Record<string, string>, string, string>;
  created_at: Date;
}
