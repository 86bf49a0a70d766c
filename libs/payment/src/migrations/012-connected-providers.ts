import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Connections by key, customers at providers, and pages of providers. */
export const connectedProviders: SchemaMigration = {
  name: '012_connected_providers',
  sql: `
    alter table payment.provider_connections drop constraint provider_connections_provider_check;
    alter table payment.provider_connections
      add constraint provider_connections_provider_check check (provider in ('sandbox', 'stripe')),
      add column secret_key text,
      add column webhook_secret text,
      add column webhook_id text,
      add column redirect_url text,
      add column requires_consent boolean not null default false,
      add column supports_3ds boolean not null default false;
    create table payment.provider_customers (
      customer_id uuid primary key,
      organization_id uuid not null,
      connection_id uuid not null references payment.provider_connections,
      provider_customer_id text,
      method_types jsonb not null,
      creation jsonb,
      sent_digest text,
      is_due boolean not null,
      needs_page boolean not null,
      error jsonb,
      created_at timestamptz not null
    );
    create index provider_customers_provider_id on payment.provider_customers (connection_id, provider_customer_id);
    create index provider_customers_due on payment.provider_customers (customer_id) where is_due;
    ${protectTable('payment', 'provider_customers')}
    create table payment.provider_pages (
      id uuid primary key,
      organization_id uuid not null,
      connection_id uuid not null references payment.provider_connections,
      customer_id uuid not null,
      invoice_id uuid not null,
      amount_cents bigint not null,
      page_id text,
      url text,
      expires_at timestamptz,
      created_at timestamptz not null,
      close_requested_at timestamptz,
      closed_at timestamptz
    );
    create unique index provider_pages_open on payment.provider_pages (invoice_id) where close_requested_at is null;
    create index provider_pages_to_close on payment.provider_pages (id)
      where close_requested_at is not null and closed_at is null;
    ${protectTable('payment', 'provider_pages')}`,
};
