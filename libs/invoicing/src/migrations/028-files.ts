import type { SchemaMigration } from '@tollgate/platform';

/** Where the files of documents are, and the keys that their addresses are signed with. */
export const files: SchemaMigration = {
  name: '072_files',
  sql: `
    alter table invoicing.invoices add column file jsonb;
    alter table invoicing.credit_notes add column file jsonb`,
};
