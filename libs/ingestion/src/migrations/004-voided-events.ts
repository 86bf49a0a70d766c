import { protectTable, type SchemaMigration } from '@tollgate/platform';

export const voidedEvents: SchemaMigration = {
  name: '004_voided_events',
  sql: `
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
};
