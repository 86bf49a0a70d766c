import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * Files that create and change customers and subscriptions, row by row. The content of a row is deleted after its
 * import.
 */
export const dataImports: SchemaMigration = {
  name: '089_data_imports',
  sql: `
    create table subscription.data_imports (
      id uuid primary key,
      organization_id uuid not null,
      resource_type text not null,
      dry_run boolean not null,
      rows_total integer not null,
      created_at timestamptz not null,
      completed_at timestamptz,
      kept_since timestamptz not null default now()
    );
    create index data_imports_list on subscription.data_imports (organization_id, created_at desc, id);
    create index data_imports_age on subscription.data_imports (kept_since);
    ${protectTable('subscription', 'data_imports')}
    create table subscription.data_import_rows (
      organization_id uuid not null,
      data_import_id uuid not null references subscription.data_imports on delete cascade,
      line integer not null,
      given jsonb,
      outcome text check (outcome in ('created', 'updated', 'failed')),
      errors jsonb,
      tries integer not null default 0,
      primary key (data_import_id, line)
    );
    create index data_import_rows_waiting on subscription.data_import_rows (data_import_id, line) where outcome is null;
    ${protectTable('subscription', 'data_import_rows')}`,
};
