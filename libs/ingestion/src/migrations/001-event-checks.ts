import { protectTable, type SchemaMigration } from '@tollgate/platform';

export const eventChecks: SchemaMigration = {
  name: '001_event_checks',
  sql: `
    create table ingestion.event_checks (
      organization_id uuid not null,
      hour timestamptz not null,
      due_at timestamptz not null,
      primary key (organization_id, hour)
    );
    create index event_checks_due on ingestion.event_checks (due_at);
    ${protectTable('ingestion', 'event_checks')}`,
};
