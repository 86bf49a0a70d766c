import type { SchemaMigration } from '@tollgate/platform';

/** Where the files of receipts are, and the keys that their addresses are signed with. */
export const files: SchemaMigration = {
  name: '005_files',
  sql: 'alter table payment.payment_receipts add column file jsonb',
};
