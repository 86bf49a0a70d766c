import type { SchemaMigration } from '@tollgate/platform';

/** Statements of account are documents, too. Older rows satisfy the wider condition, so nothing reads them again. */
export const statements: SchemaMigration = {
  name: '014_statements',
  sql: `
    alter table document.documents drop constraint documents_kind_check;
    alter table document.documents add constraint documents_kind_check
      check (kind in ('invoice', 'credit_note', 'payment_receipt', 'statement')) not valid`,
};
