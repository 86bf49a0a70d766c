import type { SchemaMigration } from '@tollgate/platform';

/**
 * A file is in a store outside of the database, under its name, or in the table. New documents are due to be drawn;
 * older ones are drawn at their first request.
 */
export const storedFiles: SchemaMigration = {
  name: '009_stored_files',
  sql: `
    alter table document.drawn_files alter column content drop not null;
    alter table document.drawn_files add column name text;
    alter table document.drawn_files add constraint drawn_files_place check (num_nonnulls(content, name) = 1);
    alter table document.documents add column file_due_at timestamptz;
    create index documents_file_due on document.documents (file_due_at) where file_due_at is not null`,
};
