import { protectTable, type SchemaMigration } from '@tollgate/platform';

export const advanceQueue: SchemaMigration = {
  name: '043_advance_queue',
  sql: `
    create table invoicing.advance_queue (
      sequence bigint generated always as identity primary key,
      organization_id uuid not null,
      event_id uuid not null unique,
      lane integer not null,
      event jsonb not null,
      attempts integer not null default 0,
      error text
    );
    create index advance_queue_lane on invoicing.advance_queue (organization_id, lane, sequence);
    ${protectTable('invoicing', 'advance_queue')}`,
};
