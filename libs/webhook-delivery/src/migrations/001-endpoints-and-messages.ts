import { everyTenantRoleOf, protectTable, type SchemaMigration } from '@tollgate/platform';

export const endpointsAndMessages: SchemaMigration = {
  name: '001_endpoints_and_messages',
  sql: `
    create table webhook_delivery.webhook_endpoints (
      id uuid primary key,
      organization_id uuid not null,
      webhook_url text not null,
      signature_algo text not null check (signature_algo in ('jwt', 'hmac')),
      name text,
      event_types text[],
      created_at timestamptz not null
    );
    -- Hashed, because an address may be longer than an index entry.
    create unique index webhook_endpoints_url on webhook_delivery.webhook_endpoints (organization_id, md5(webhook_url));
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
      updated_at timestamptz not null default now()
    );
    create unique index webhook_messages_event on webhook_delivery.webhook_messages (event_id, endpoint_id);
    create index webhook_messages_endpoint on webhook_delivery.webhook_messages (endpoint_id);
    create index webhook_messages_updated_at on webhook_delivery.webhook_messages (updated_at);
    create index webhook_messages_due on webhook_delivery.webhook_messages (next_attempt_at) where next_attempt_at is not null;
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
    -- Every service may select from every table; who is not this service finds this one empty.
    alter table webhook_delivery.signing_keys enable row level security;
    alter table webhook_delivery.signing_keys force row level security;
    create policy own on webhook_delivery.signing_keys to ${everyTenantRoleOf('webhook_delivery')} using (true) with check (true);`,
};
