import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Events of the past in files: what is read, how far, and the rows that were refused. */
export const eventBackfills: SchemaMigration = {
  name: '011_event_backfills',
  sql: `
    create table ingestion.event_backfills (
      id uuid primary key,
      organization_id uuid not null,
      status text not null,
      format text not null,
      event_source_id uuid,
      event_source_code text,
      dry_run boolean not null,
      invoiced_period_events text not null,
      url text,
      endpoint text,
      region text,
      access_key_id text,
      secret_access_key text,
      objects_total integer not null,
      bytes_total bigint not null,
      step bigint not null default 0,
      objects_done integer not null default 0,
      bytes_done bigint not null default 0,
      rows_read bigint not null default 0,
      taken bigint not null default 0,
      repeated bigint not null default 0,
      refused bigint not null default 0,
      refused_invoiced bigint not null default 0,
      ignored bigint not null default 0,
      refused_reasons jsonb not null default '{}',
      error text,
      error_object text,
      error_row bigint,
      tries integer not null default 0,
      created_at timestamptz not null,
      completed_at timestamptz,
      worked_at timestamptz not null default now()
    );
    create index event_backfills_list on ingestion.event_backfills (organization_id, created_at desc, id);
    create index event_backfills_unfinished on ingestion.event_backfills (worked_at)
      where status in ('pending', 'processing');
    create index event_backfills_age on ingestion.event_backfills (worked_at);
    ${protectTable('ingestion', 'event_backfills')}
    create table ingestion.event_backfill_objects (
      organization_id uuid not null,
      event_backfill_id uuid not null references ingestion.event_backfills on delete cascade,
      number integer not null,
      name text not null,
      bytes bigint not null,
      version text not null,
      content bytea,
      columns jsonb,
      bytes_read bigint not null default 0,
      rows_read bigint not null default 0,
      primary key (event_backfill_id, number)
    );
    ${protectTable('ingestion', 'event_backfill_objects')}
    create table ingestion.event_backfill_rows (
      organization_id uuid not null,
      event_backfill_id uuid not null references ingestion.event_backfills on delete cascade,
      object_number integer not null,
      row_number bigint not null,
      place integer not null,
      outcome text not null,
      rule text,
      transaction_id text,
      errors jsonb not null,
      primary key (event_backfill_id, object_number, row_number, place)
    );
    ${protectTable('ingestion', 'event_backfill_rows')}`,
};
