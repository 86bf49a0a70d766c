import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Logos of issuers: the upload, and the picture for printing. */
export const logos: SchemaMigration = {
  name: '040_logos',
  sql: `
    alter table catalog.billing_entities add column logo_url text;
    create table catalog.logos (
      billing_entity_id uuid primary key references catalog.billing_entities,
      organization_id uuid not null,
      key text not null unique,
      type text not null check (type in ('image/png', 'image/jpeg')),
      content bytea not null,
      digest text not null,
      printed bytea not null
    );
    ${protectTable('catalog', 'logos')}`,
};
