import type { SchemaMigration } from '@tollgate/platform';

/** The places of the files of receipts, and the keys that sign their addresses. */
export const files: SchemaMigration = {
  name: '005_files',
  sql: 'alter table payment.payment_receipts add column file jsonb',
};
