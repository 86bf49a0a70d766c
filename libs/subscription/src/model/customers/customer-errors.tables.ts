import type { ColumnType } from 'kysely';

/** An error of a customer, one of a code. */
export interface CustomerErrorsTable {
  id: string;
  organization_id: string;
  customer_id: string;
  error_code: string;
  details: ColumnType<Record<string, string>, string, string>;
  created_at: Date;
}
