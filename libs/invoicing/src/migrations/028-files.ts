import type { SchemaMigration } from '@tollgate/platform';

/** The places of the files of documents, and the keys that sign their addresses. */
export const files: SchemaMigration = {
  name: '072_files',
  sql: `
    alter table invoicing.invoices add column file jsonb;
    alter table invoicing.credit_notes add column file jsonb`,
};
