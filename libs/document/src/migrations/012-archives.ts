import type { SchemaMigration } from '@tollgate/platform';

/**
 * How far an archive of documents is. Numbers find documents whose files would have the same name. An installation with
 * many rows can create the index beforehand without a lock (docs/contribute/migrations.md).
 */
export const archives: SchemaMigration = {
  name: '013_archives',
  sql: `
    alter table document.data_exports add column archive jsonb;
    create index if not exists documents_number on document.documents (organization_id, kind, lower(number))`,
};
