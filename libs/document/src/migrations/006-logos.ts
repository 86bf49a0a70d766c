import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The logos on documents. Each is stored once, as it was at the issue of the first of them. */
export const logos: SchemaMigration = {
  name: '006_logos',
  sql: `
    create table document.logos (
      organization_id uuid not null,
      digest text not null,
      image bytea not null,
      primary key (organization_id, digest)
    );
    ${protectTable('document', 'logos')}
    alter table document.documents add column logo_digest text,
      add constraint documents_logo foreign key (organization_id, logo_digest) references document.logos`,
};
