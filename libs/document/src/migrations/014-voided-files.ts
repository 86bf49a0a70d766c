import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The files of voided invoices, marked as void. The files of their issue stay in `drawn_files`. */
export const voidedFiles: SchemaMigration = {
  name: '015_voided_files',
  sql: `
    create table document.voided_files (
      document_id uuid primary key references document.documents,
      organization_id uuid not null,
      content bytea,
      name text,
      sha256 text not null,
      drawn_at timestamptz not null default now(),
      constraint voided_files_place check (num_nonnulls(content, name) = 1)
    );
    ${protectTable('document', 'voided_files')}`,
};
