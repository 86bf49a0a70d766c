import type { SchemaMigration } from '@tollgate/platform';

/**
 * Whether the void of an invoice requested a credit note: it then left wallets and notes untouched, also where nothing
 * was left to credit. Null: an earlier version voided it, and a note of the void says so.
 */
export const voidsWithNotes: SchemaMigration = {
  name: '097_voids_with_notes',
  sql: 'alter table invoicing.invoices add column credited_by_void boolean',
};
