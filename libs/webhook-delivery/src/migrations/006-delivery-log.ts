import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Sequences, answers of receivers, replays of failed webhooks, and pauses by the organization. */
export const deliveryLog: SchemaMigration = {
  name: '006_delivery_log',
  sql: `
    alter table webhook_delivery.webhook_messages add column sequence integer, add column replay_id uuid;
    alter table webhook_delivery.webhook_attempts add column response text, add column started_at timestamptz;
    alter table webhook_delivery.delivery_lanes
      add column stopped_at timestamptz, add column paused_since timestamptz, add column reported_at timestamptz;
    create index delivery_lanes_to_claim on webhook_delivery.delivery_lanes (due_at)
      where due_at is not null and stopped_at is null;
    create table webhook_delivery.webhook_sequences (
      organization_id uuid not null,
      object_type text not null,
      object_id uuid not null,
      last integer not null,
      primary key (organization_id, object_type, object_id)
    );
    ${protectTable('webhook_delivery', 'webhook_sequences')}
    create table webhook_delivery.webhook_replays (
      id uuid primary key,
      organization_id uuid not null,
      endpoint_id uuid references webhook_delivery.webhook_endpoints on delete cascade,
      failed_since timestamptz not null,
      failed_until timestamptz not null,
      messages_total integer not null,
      messages_queued integer not null default 0,
      fed_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      completed_at timestamptz
    );
    create unique index webhook_replays_running
      on webhook_delivery.webhook_replays (organization_id, coalesce(endpoint_id, organization_id)) where completed_at is null;
    create index webhook_replays_to_feed on webhook_delivery.webhook_replays (fed_at) where completed_at is null;
    create index webhook_replays_in_order on webhook_delivery.webhook_replays (organization_id, created_at desc, id desc);
    create index webhook_replays_endpoint on webhook_delivery.webhook_replays (endpoint_id);
    create index webhook_replays_by_age on webhook_delivery.webhook_replays (completed_at);
    ${protectTable('webhook_delivery', 'webhook_replays')}`,
};
