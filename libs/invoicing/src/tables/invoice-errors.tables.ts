import type { ColumnType } from 'kysely';

/** What is wrong with an invoice that failed. */
export interface InvoiceErrorsTable {
  id: string;
  organization_id: string;
  invoice_id: string;
  error_code: string;
  details: ColumnType<Record<string, string>, string, string>;
  created_at: Date;
}
