import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Senders of foreign records with their rules, and what came of the records. */
export const eventSources: SchemaMigration = {
  name: '010_event_sources',
  sql: `
    create table ingestion.event_sources (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      kind text not null,
      enabled boolean not null,
      rules jsonb not null,
      secret_hash text not null,
      secret_end text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index event_sources_code on ingestion.event_sources (organization_id, code) where deleted_at is null;
    create unique index event_sources_secret on ingestion.event_sources (secret_hash);
    ${protectTable('ingestion', 'event_sources')}
    create table ingestion.event_source_counts (
      event_source_id uuid primary key,
      organization_id uuid not null,
      taken bigint not null,
      repeated bigint not null,
      refused bigint not null,
      last_received_at timestamptz not null,
      last_error text,
      last_error_at timestamptz
    );
    create index event_source_counts_of on ingestion.event_source_counts (organization_id);
    ${protectTable('ingestion', 'event_source_counts')}`,
};
