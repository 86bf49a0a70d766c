import { protectTable, type SchemaMigrations } from '@tollgate/platform';

/** The service keeps its events in the usage store; in PostgreSQL it has its inbox and outbox, and what it has to look at later. */
export const ingestionMigrations: SchemaMigrations = {
  schema: 'ingestion',
  migrations: {
    '001_event_checks': `
      create table ingestion.event_checks (
        organization_id uuid not null,
        hour timestamptz not null,
        due_at timestamptz not null,
        primary key (organization_id, hour)
      );
      create index event_checks_due on ingestion.event_checks (due_at);
      ${protectTable('ingestion', 'event_checks')}`,
    '002_followed_blocks': `
      create table ingestion.followed_blocks (log text primary key, block bigint not null);`,
    // Events of the metrics that are there were looked through already.
    '003_enrichments': `
      create table ingestion.enrichments (
        organization_id uuid not null,
        code text not null,
        field_name text,
        version bigint not null,
        position jsonb,
        events bigint not null default 0,
        done boolean not null,
        primary key (organization_id, code)
      );
      create index enrichments_owed on ingestion.enrichments (organization_id) where not done;
      ${protectTable('ingestion', 'enrichments')}
      insert into ingestion.enrichments (organization_id, code, field_name, version, done)
      select organization_id, code, field_name, 0, true from catalog.billable_metrics where deleted_at is null;`,
    '004_voided_events': `
      create table ingestion.voided_events (
        event_id uuid primary key,
        organization_id uuid not null,
        external_subscription_id text not null,
        code text not null,
        transaction_id text not null,
        timestamp bigint not null,
        event jsonb not null,
        voided_at timestamptz not null,
        api_key_id uuid not null,
        request_id text,
        done boolean not null
      );
      create index voided_events_by_transaction on ingestion.voided_events (organization_id, transaction_id);
      create index voided_events_owed on ingestion.voided_events (voided_at) where not done;
      ${protectTable('ingestion', 'voided_events')}`,
    '005_traces': 'alter table ingestion.outbox add column traceparent text',
  },
};
