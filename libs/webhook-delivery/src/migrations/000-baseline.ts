import { protectTable, type Baseline } from '@tollgate/platform';

/** Endpoints, webhooks and the activity log, at release 0.2.0. */
export const baseline: Baseline = {
  release: '0.2.0',
  names: [
    '001_endpoints_and_messages',
    '002_delivery_lanes',
    '003_traces',
    '004_activity_logs',
    '005_refused_signatures',
  ],
  sql: `
    create table webhook_delivery.webhook_endpoints (
      id uuid primary key,
      organization_id uuid not null,
      webhook_url text not null,
      signature_algo text not null check (signature_algo in ('jwt', 'hmac')),
      name text,
      event_types text[],
      created_at timestamptz not null,
      refused_signature_bytes integer
    );
    -- Hashed, because an address may be longer than an index entry.
    create unique index webhook_endpoints_url
      on webhook_delivery.webhook_endpoints (organization_id, md5(webhook_url));
    ${protectTable('webhook_delivery', 'webhook_endpoints')}

    create table webhook_delivery.webhook_messages (
      id uuid primary key,
      organization_id uuid not null,
      endpoint_id uuid not null references webhook_delivery.webhook_endpoints on delete cascade,
      event_id uuid not null,
      webhook_type text not null,
      object_type text not null,
      object_id uuid not null,
      payload text not null,
      status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'retrying')),
      http_status integer,
      response text,
      retries integer not null default 0,
      last_retried_at timestamptz,
      next_attempt_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      traceparent text
    );
    create unique index webhook_messages_event on webhook_delivery.webhook_messages (event_id, endpoint_id);
    create index webhook_messages_endpoint on webhook_delivery.webhook_messages (endpoint_id);
    create index webhook_messages_updated_at on webhook_delivery.webhook_messages (updated_at);
    create index webhook_messages_due on webhook_delivery.webhook_messages (next_attempt_at)
      where next_attempt_at is not null;
    create index webhook_messages_owed on webhook_delivery.webhook_messages (endpoint_id, next_attempt_at)
      where next_attempt_at is not null;
    ${protectTable('webhook_delivery', 'webhook_messages')}

    create table webhook_delivery.webhook_attempts (
      organization_id uuid not null,
      message_id uuid not null references webhook_delivery.webhook_messages on delete cascade,
      attempt integer not null,
      webhook_url text not null,
      http_status integer,
      error text,
      duration_ms integer not null,
      finished_at timestamptz not null default now(),
      primary key (message_id, attempt)
    );
    ${protectTable('webhook_delivery', 'webhook_attempts')}

    create table webhook_delivery.signing_keys (
      id uuid primary key,
      private_key text not null,
      created_at timestamptz not null default now()
    );
    alter table webhook_delivery.signing_keys enable row level security;
    alter table webhook_delivery.signing_keys force row level security;
    -- Every service may select from every table; another service finds this one empty.
    create policy own on webhook_delivery.signing_keys to tollgate_webhook_delivery_every_tenant
      using (true) with check (true);

    -- The order of deliveries to each endpoint, and its pauses.
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

    -- Activities with their objects.
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

    -- The last published state of each changeable object, which a change reports as its previous one.
    create table webhook_delivery.told_objects (
      organization_id uuid not null,
      kind text not null,
      object_id uuid not null,
      object json not null,
      primary key (organization_id, kind, object_id)
    );
    ${protectTable('webhook_delivery', 'told_objects')}`,
};
