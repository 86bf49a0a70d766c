import { protectTable, type Baseline } from '@tollgate/platform';

/** Marks of work on events; the usage store has the events, at release 0.2.0. */
export const baseline: Baseline = {
  release: '0.2.0',
  names: [
    '001_event_checks',
    '002_followed_blocks',
    '003_enrichments',
    '004_voided_events',
    '005_traces',
    '006_voids_by_people',
  ],
  sql: `
    -- Hours of events to check.
    create table ingestion.event_checks (
      organization_id uuid not null,
      hour timestamptz not null,
      due_at timestamptz not null,
      primary key (organization_id, hour)
    );
    create index event_checks_due on ingestion.event_checks (due_at);
    ${protectTable('ingestion', 'event_checks')}

    -- The last block of each log that was followed.
    create table ingestion.followed_blocks (
      log text primary key,
      block bigint not null
    );

    -- Metrics whose stored events are enriched again.
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

    -- People void events too, without a key.
    create table ingestion.voided_events (
      event_id uuid primary key,
      organization_id uuid not null,
      external_subscription_id text not null,
      code text not null,
      transaction_id text not null,
      timestamp bigint not null,
      event jsonb not null,
      voided_at timestamptz not null,
      api_key_id uuid,
      request_id text,
      done boolean not null
    );
    create index voided_events_by_transaction on ingestion.voided_events (organization_id, transaction_id);
    create index voided_events_owed on ingestion.voided_events (voided_at) where not done;
    ${protectTable('ingestion', 'voided_events')}`,
};
