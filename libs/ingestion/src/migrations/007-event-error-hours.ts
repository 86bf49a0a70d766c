import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** How many events of an hour did not count, when the hour was checked. */
export const eventErrorHours: SchemaMigration = {
  name: '007_event_error_hours',
  sql: `
    create table ingestion.event_error_hours (
      organization_id uuid not null,
      hour timestamptz not null,
      error text not null,
      events integer not null check (events > 0),
      primary key (organization_id, hour, error)
    );
    ${protectTable('ingestion', 'event_error_hours')}`,
};
