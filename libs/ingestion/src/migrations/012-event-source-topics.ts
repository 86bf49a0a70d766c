import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The topics of Kafka from which event sources take their records; a row has the id of its source. */
export const eventSourceTopics: SchemaMigration = {
  name: '012_event_source_topics',
  sql: `
    create table ingestion.event_source_topics (
      id uuid primary key references ingestion.event_sources on delete cascade,
      organization_id uuid not null,
      brokers jsonb not null,
      topic text not null,
      consumer_group text not null,
      tls boolean not null,
      sasl_mechanism text,
      username text,
      password text,
      error text,
      error_at timestamptz
    );
    ${protectTable('ingestion', 'event_source_topics')}`,
};
