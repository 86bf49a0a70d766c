import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Connections to payment providers, the payment methods of customers there, and the books of the sandbox provider. */
export const providers: SchemaMigration = {
  name: '004_providers',
  sql: `
    create table payment.provider_connections (
      id uuid primary key,
      organization_id uuid not null,
      provider text not null check (provider in ('sandbox')),
      code text not null,
      name text not null,
      created_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index provider_connections_code on payment.provider_connections (organization_id, code) where deleted_at is null;
    ${protectTable('payment', 'provider_connections')}
    create table payment.payment_methods (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      connection_id uuid not null references payment.provider_connections,
      provider_customer_id text not null,
      provider_method_id text not null,
      is_default boolean not null,
      created_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index payment_methods_default on payment.payment_methods (customer_id) where is_default and deleted_at is null;
    create index payment_methods_customer on payment.payment_methods (customer_id, created_at desc, id desc) where deleted_at is null;
    ${protectTable('payment', 'payment_methods')}
    alter table payment.payments add column payment_method_id uuid references payment.payment_methods,
      add column provider_payment_id text, add column provider_status text, add column next_action jsonb, add column error jsonb;
    create unique index payments_under_way on payment.payments (payable_id)
      where type = 'provider' and payment_status in ('pending', 'processing');
    create table payment.provider_events (
      organization_id uuid not null,
      connection_id uuid not null references payment.provider_connections,
      event_id text not null,
      payload jsonb not null,
      received_at timestamptz not null,
      handled_at timestamptz,
      primary key (connection_id, event_id)
    );
    create index provider_events_waiting on payment.provider_events (received_at) where handled_at is null;
    ${protectTable('payment', 'provider_events')}
    create table payment.sandbox_charges (
      id uuid primary key,
      organization_id uuid not null,
      connection_id uuid not null references payment.provider_connections,
      amount_cents bigint not null,
      currency text not null,
      method text not null,
      status text not null check (status in ('succeeded', 'failed', 'processing', 'requires_action')),
      refunded_cents bigint not null default 0,
      created_at timestamptz not null,
      answer_at timestamptz
    );
    create index sandbox_charges_answers on payment.sandbox_charges (organization_id, answer_at) where answer_at is not null;
    ${protectTable('payment', 'sandbox_charges')}
    create table payment.sandbox_checkouts (
      id uuid primary key,
      organization_id uuid not null,
      connection_id uuid not null references payment.provider_connections,
      customer_id uuid not null,
      invoice_id uuid,
      amount_cents bigint,
      currency text,
      status text not null check (status in ('open', 'completed')),
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index sandbox_checkouts_open on payment.sandbox_checkouts (customer_id, invoice_id) where status = 'open';
    ${protectTable('payment', 'sandbox_checkouts')}`,
};
