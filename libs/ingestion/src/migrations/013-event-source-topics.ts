import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * The topics of Kafka from which event sources take their records; a row has the id of its source. And the last refused
 * records of sources of every kind.
 */
export const eventSourceTopics: SchemaMigration = {
  name: '013_event_source_topics',
  sql: `
    create table ingestion.event_source_topics (
      id uuid primary key references ingestion.event_sources on delete cascade,
      organization_id uuid not null,
      brokers jsonb not null,
      topic text not null,
      consumer_group text not null,
      auto_offset_reset text not null,
      format text not null,
      tls boolean not null,
      ca_certificates text,
      sasl_mechanism text,
      username text,
      password text,
      error text,
      error_at timestamptz
    );
    create index event_source_topics_of on ingestion.event_source_topics (organization_id);
    ${protectTable('ingestion', 'event_source_topics')}
    create table ingestion.event_source_refusals (
      id uuid primary key,
      organization_id uuid not null,
      event_source_id uuid not null,
      record text,
      place text,
      rule text,
      errors jsonb not null,
      refused_at timestamptz not null
    );
    create index event_source_refusals_of on ingestion.event_source_refusals (event_source_id, id desc);
    ${protectTable('ingestion', 'event_source_refusals')}`,
};
