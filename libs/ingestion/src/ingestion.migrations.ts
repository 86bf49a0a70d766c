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
  },
};
