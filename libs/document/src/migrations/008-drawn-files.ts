import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The drawn files of documents. Each is drawn once, at its first request. */
export const drawnFiles: SchemaMigration = {
  name: '008_drawn_files',
  sql: `
    create table document.drawn_files (
      document_id uuid primary key references document.documents,
      organization_id uuid not null,
      content bytea not null,
      sha256 text not null,
      drawn_at timestamptz not null default now()
    );
    ${protectTable('document', 'drawn_files')}`,
};
