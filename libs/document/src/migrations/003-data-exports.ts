import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Files of comma-separated values, in the parts in which they are written. An export is deleted with its parts. */
export const dataExports: SchemaMigration = {
  name: '003_data_exports',
  sql: `
    create table document.data_exports (
      id uuid primary key,
      organization_id uuid not null,
      resource_type text not null,
      filters jsonb not null,
      status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'expired')),
      error text,
      until timestamptz not null,
      last_id uuid,
      parts integer not null default 0,
      records_total integer,
      records_done integer not null default 0,
      rows_written integer not null default 0,
      size_bytes bigint not null default 0,
      key text not null,
      created_at timestamptz not null,
      completed_at timestamptz,
      expires_at timestamptz
    );
    create index data_exports_list on document.data_exports (organization_id, created_at desc, id);
    create index data_exports_expiry on document.data_exports (expires_at) where status in ('completed', 'failed');
    ${protectTable('document', 'data_exports')}
    create table document.data_export_parts (
      organization_id uuid not null,
      data_export_id uuid not null references document.data_exports on delete cascade,
      number integer not null,
      content text not null,
      primary key (data_export_id, number)
    );
    ${protectTable('document', 'data_export_parts')}`,
};
