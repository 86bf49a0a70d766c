import type { SchemaMigration } from '@tollgate/platform';

/** Files for accounting programs: their settings, how far one is, and documents without an entry. */
export const accountingExports: SchemaMigration = {
  name: '017_accounting_exports',
  sql: `
    alter table document.data_exports add column accounting_settings jsonb;
    alter table document.data_exports add column accounting_progress jsonb;
    alter table document.data_exports add column faults jsonb not null default '[]'`,
};
