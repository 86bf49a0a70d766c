import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * Activities with their objects, and the last published state of each changeable object, which a change reports as its
 * previous one.
 */
export const activityLogs: SchemaMigration = {
  name: '004_activity_logs',
  sql: `
    create table webhook_delivery.activity_logs (
      id uuid primary key,
      organization_id uuid not null,
      activity_type text not null,
      activity_source text not null,
      user_email text,
      resource_type text not null,
      resource_id uuid not null,
      external_customer_id text,
      external_subscription_id text,
      activity_object json,
      activity_object_changes json not null,
      logged_at timestamptz not null,
      created_at timestamptz not null default now()
    );
    create index activity_logs_in_order on webhook_delivery.activity_logs (organization_id, logged_at desc, id desc);
    create index activity_logs_of_resource on webhook_delivery.activity_logs (organization_id, resource_id);
    create index activity_logs_by_age on webhook_delivery.activity_logs (created_at);
    ${protectTable('webhook_delivery', 'activity_logs')}
    create table webhook_delivery.told_objects (
      organization_id uuid not null,
      kind text not null,
      object_id uuid not null,
      object json not null,
      primary key (organization_id, kind, object_id)
    );
    ${protectTable('webhook_delivery', 'told_objects')}`,
};
