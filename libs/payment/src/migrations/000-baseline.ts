import { protectTable, type Baseline } from '@tollgate/platform';

/** Payments, payment requests, dunning and providers, at release 0.2.0. */
export const baseline: Baseline = {
  release: '0.2.0',
  names: [
    '001_traces',
    '002_payments',
    '003_dunning',
    '004_providers',
    '005_files',
    '006_refunds',
    '007_requested_methods',
  ],
  sql: `
    create table payment.receipt_sequences (
      organization_id uuid not null,
      customer_id uuid primary key,
      last integer not null
    );
    ${protectTable('payment', 'receipt_sequences')}

    -- Dunning campaigns, their customers, and their progress with each customer (invoices, section 14).
    create table payment.dunning_campaigns (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      description text,
      days_between_attempts integer not null check (days_between_attempts > 0),
      max_attempts integer not null check (max_attempts > 0),
      bcc_emails jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      -- Changed terms count from here on, and so do changed customers.
      applies_from timestamptz not null,
      deleted_at timestamptz
    );
    create unique index dunning_campaigns_code on payment.dunning_campaigns (organization_id, code)
      where deleted_at is null;
    ${protectTable('payment', 'dunning_campaigns')}

    create table payment.payment_requests (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      billing_entity_id uuid not null,
      amount_cents bigint not null,
      currency text not null,
      email text,
      payment_status text not null check (payment_status in ('pending', 'succeeded', 'failed')),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      dunning_campaign_id uuid references payment.dunning_campaigns,
      payment_method_type text,
      payment_method_id uuid
    );
    create index payment_requests_list on payment.payment_requests (organization_id, created_at desc, id desc);
    create index payment_requests_customer on payment.payment_requests (customer_id);
    ${protectTable('payment', 'payment_requests')}

    create table payment.payment_request_invoices (
      organization_id uuid not null,
      payment_request_id uuid not null references payment.payment_requests,
      invoice_id uuid not null,
      position integer not null,
      primary key (payment_request_id, invoice_id)
    );
    create index payment_request_invoices_invoice on payment.payment_request_invoices (invoice_id);
    ${protectTable('payment', 'payment_request_invoices')}

    create table payment.dunning_thresholds (
      organization_id uuid not null,
      dunning_campaign_id uuid not null references payment.dunning_campaigns,
      currency text not null,
      amount_cents bigint not null check (amount_cents >= 0),
      primary key (dunning_campaign_id, currency)
    );
    ${protectTable('payment', 'dunning_thresholds')}

    create table payment.dunning_issuers (
      organization_id uuid not null,
      billing_entity_id uuid primary key,
      dunning_campaign_id uuid not null references payment.dunning_campaigns
    );
    create index dunning_issuers_campaign on payment.dunning_issuers (dunning_campaign_id);
    ${protectTable('payment', 'dunning_issuers')}

    create table payment.dunned_customers (
      organization_id uuid not null,
      customer_id uuid primary key,
      own_campaign_id uuid references payment.dunning_campaigns,
      excluded boolean not null,
      last_attempt_at timestamptz,
      not_before timestamptz
    );
    create index dunned_customers_campaign on payment.dunned_customers (own_campaign_id)
      where own_campaign_id is not null;
    ${protectTable('payment', 'dunned_customers')}

    create table payment.dunning_attempts (
      organization_id uuid not null,
      customer_id uuid not null references payment.dunned_customers(customer_id),
      currency text not null,
      dunning_campaign_id uuid not null references payment.dunning_campaigns,
      attempts integer not null,
      primary key (customer_id, currency)
    );
    create index dunning_attempts_campaign on payment.dunning_attempts (dunning_campaign_id);
    ${protectTable('payment', 'dunning_attempts')}

    create table payment.dunning_passes (
      organization_id uuid primary key,
      done_until timestamptz not null
    );
    ${protectTable('payment', 'dunning_passes')}

    -- Connections to payment providers, the payment methods of customers there, and the books of the sandbox provider.
    create table payment.provider_connections (
      id uuid primary key,
      organization_id uuid not null,
      provider text not null check (provider = 'sandbox'),
      code text not null,
      name text not null,
      created_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index provider_connections_code on payment.provider_connections (organization_id, code)
      where deleted_at is null;
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
    create unique index payment_methods_default on payment.payment_methods (customer_id)
      where is_default and deleted_at is null;
    create index payment_methods_customer on payment.payment_methods (customer_id, created_at desc, id desc)
      where deleted_at is null;
    ${protectTable('payment', 'payment_methods')}

    -- Earlier payments, which only invoicing stored, are here too; they have no receipts.
    create table payment.payments (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      payable_type text not null check (payable_type in ('Invoice', 'PaymentRequest')),
      payable_id uuid not null,
      amount_cents bigint not null check (amount_cents > 0),
      currency text not null,
      payment_status text not null check (payment_status in ('pending', 'processing', 'succeeded', 'failed')),
      type text not null check (type in ('provider', 'manual')),
      reference text,
      created_at timestamptz not null,
      payment_method_id uuid references payment.payment_methods,
      provider_payment_id text,
      provider_status text,
      next_action jsonb,
      error jsonb
    );
    create index payments_list on payment.payments (organization_id, created_at desc, id desc);
    create index payments_customer on payment.payments (customer_id);
    create index payments_payable on payment.payments (payable_id);
    create unique index payments_under_way on payment.payments (payable_id)
      where type = 'provider' and payment_status in ('pending', 'processing');
    ${protectTable('payment', 'payments')}

    create table payment.payment_receipts (
      id uuid primary key,
      organization_id uuid not null,
      payment_id uuid not null unique references payment.payments,
      number text not null,
      created_at timestamptz not null,
      file jsonb
    );
    create index payment_receipts_list on payment.payment_receipts (organization_id, created_at desc, id desc);
    ${protectTable('payment', 'payment_receipts')}

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
    create index sandbox_charges_answers on payment.sandbox_charges (organization_id, answer_at)
      where answer_at is not null;
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
    ${protectTable('payment', 'sandbox_checkouts')}

    -- Refunds of payments for credit notes, and the refunds of the sandbox provider.
    create table payment.refunds (
      credit_note_id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      payment_id uuid not null references payment.payments,
      amount_cents bigint not null check (amount_cents > 0),
      status text not null check (status in ('pending', 'succeeded', 'failed')),
      error jsonb,
      created_at timestamptz not null
    );
    create index refunds_waiting on payment.refunds (credit_note_id) where status = 'pending';
    ${protectTable('payment', 'refunds')}

    create table payment.sandbox_refunds (
      id uuid primary key,
      organization_id uuid not null,
      charge_id uuid not null references payment.sandbox_charges,
      amount_cents bigint not null
    );
    create index sandbox_refunds_charge on payment.sandbox_refunds (charge_id);
    ${protectTable('payment', 'sandbox_refunds')}`,
};
