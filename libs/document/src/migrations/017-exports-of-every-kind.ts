import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * Formats, incremental runs, schedules and destinations of exports. A part of records is bytes, with what the end of its
 * file has to know of it. `position` takes the place of `last_id`, which exports of the previous version have.
 */
export const exportsOfEveryKind: SchemaMigration = {
  name: '018_exports_of_every_kind',
  sql: `
    create table document.data_export_destinations (
      id uuid primary key,
      organization_id uuid not null,
      url text not null,
      endpoint text not null,
      region text not null,
      access_key_id text not null,
      secret_access_key text not null,
      created_at timestamptz not null,
      deleted_at timestamptz
    );
    create index data_export_destinations_list
      on document.data_export_destinations (organization_id, created_at desc, id);
    ${protectTable('document', 'data_export_destinations')}

    create table document.data_export_schedules (
      id uuid primary key,
      organization_id uuid not null,
      resource_type text not null,
      filters jsonb not null,
      format text not null,
      incremental boolean not null,
      destination_id uuid references document.data_export_destinations,
      run_interval text not null check (run_interval in ('daily', 'weekly', 'monthly')),
      hour integer not null check (hour between 0 and 23),
      next_at timestamptz not null,
      last_error text,
      last_error_at timestamptz,
      created_at timestamptz not null,
      deleted_at timestamptz
    );
    create index data_export_schedules_list on document.data_export_schedules (organization_id, created_at desc, id);
    create index data_export_schedules_due on document.data_export_schedules (next_at) where deleted_at is null;
    ${protectTable('document', 'data_export_schedules')}

    alter table document.data_exports
      add column format text not null default 'csv',
      add column incremental boolean not null default false,
      add column series text,
      add column changed_from timestamptz,
      add column destination_id uuid references document.data_export_destinations,
      add column schedule_id uuid references document.data_export_schedules,
      add column position text,
      add column written boolean not null default false,
      add column sent_parts integer not null default 0,
      add column manifest jsonb,
      add column requested_at timestamptz not null default now();
    alter table document.data_exports drop constraint data_exports_status_check;
    alter table document.data_exports add constraint data_exports_status_check
      check (status in ('pending', 'processing', 'completed', 'failed', 'canceled', 'expired')) not valid;
    create unique index data_exports_running on document.data_exports (organization_id, series)
      where series is not null and status in ('pending', 'processing');
    create index data_exports_of_series on document.data_exports (organization_id, series, until desc)
      where series is not null;
    create index data_exports_of_schedule on document.data_exports (organization_id, schedule_id, created_at desc)
      where schedule_id is not null;
    create index data_exports_ended on document.data_exports (expires_at) where expires_at is not null;
    create index data_exports_unfinished on document.data_exports (requested_at)
      where status in ('pending', 'processing');

    alter table document.data_export_parts
      alter column content drop not null,
      add column bytes bytea,
      add column summary bytea,
      add column rows integer,
      add column size_bytes integer,
      add column sha256 text`,
};
