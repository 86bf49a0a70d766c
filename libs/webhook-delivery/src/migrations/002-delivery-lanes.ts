import { protectTable, type SchemaMigration } from '@tollgate/platform';

export const deliveryLanes: SchemaMigration = {
  name: '002_delivery_lanes',
  sql: `
    create table webhook_delivery.delivery_lanes (
      endpoint_id uuid primary key references webhook_delivery.webhook_endpoints on delete cascade,
      organization_id uuid not null,
      due_at timestamptz,
      holder uuid,
      leased_until timestamptz,
      hung integer not null default 0,
      paused_until timestamptz,
      pause_reason text
    );
    create index delivery_lanes_due on webhook_delivery.delivery_lanes (due_at) where due_at is not null;
    ${protectTable('webhook_delivery', 'delivery_lanes')}
    create index webhook_messages_owed on webhook_delivery.webhook_messages (endpoint_id, next_attempt_at) where next_attempt_at is not null;
    -- Marks of the jobs that first attempts used to be.
    delete from platform.in_flight where id like 'webhook-attempt-%';`,
};
