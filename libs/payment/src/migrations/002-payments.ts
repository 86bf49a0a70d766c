import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * Payments, receipts and payment requests. Earlier payments, which only invoicing stored, are here too; they have no
 * receipts.
 */
export const payments: SchemaMigration = {
  name: '002_payments',
  sql: `
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
      created_at timestamptz not null
    );
    -- Row-level security is forced on owners too, so it is lifted while rows are copied.
    alter table invoicing.payments no force row level security;
    insert into payment.payments
      (id, organization_id, customer_id, payable_type, payable_id, amount_cents, currency, payment_status, type, reference, created_at)
    select id, organization_id, customer_id, 'Invoice', invoice_id, amount_cents, currency, payment_status, type, reference, created_at
    from invoicing.payments;
    alter table invoicing.payments force row level security;
    create index payments_list on payment.payments (organization_id, created_at desc, id desc);
    create index payments_customer on payment.payments (customer_id);
    create index payments_payable on payment.payments (payable_id);
    ${protectTable('payment', 'payments')}
    create table payment.payment_receipts (
      id uuid primary key,
      organization_id uuid not null,
      payment_id uuid not null unique references payment.payments,
      number text not null,
      created_at timestamptz not null
    );
    create index payment_receipts_list on payment.payment_receipts (organization_id, created_at desc, id desc);
    ${protectTable('payment', 'payment_receipts')}
    create table payment.receipt_sequences (
      organization_id uuid not null,
      customer_id uuid primary key,
      last integer not null
    );
    ${protectTable('payment', 'receipt_sequences')}
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
      updated_at timestamptz not null
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
    ${protectTable('payment', 'payment_request_invoices')}`,
};
