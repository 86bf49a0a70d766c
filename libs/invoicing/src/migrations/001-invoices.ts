import { protectTable, type SchemaMigration } from '@tollgate/platform';

export const invoices: SchemaMigration = {
  name: '001_invoices',
  sql: `
    create table invoicing.invoices (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      billing_entity_id uuid not null,
      invoice_type text not null,
      status text not null check (status in ('draft', 'finalized', 'voided', 'failed', 'pending', 'closed')),
      payment_status text not null check (payment_status in ('pending', 'succeeded', 'failed')),
      number text not null,
      sequential_id integer,
      currency text not null,
      timezone text not null,
      billed_at timestamptz not null,
      issuing_date date not null,
      payment_due_date date not null,
      net_payment_term integer not null,
      fees_amount_cents bigint not null,
      coupons_amount_cents bigint not null,
      credit_notes_amount_cents bigint not null,
      progressive_billing_credit_amount_cents bigint not null,
      sub_total_excluding_taxes_amount_cents bigint not null,
      taxes_amount_cents bigint not null,
      taxes_rate numeric not null,
      sub_total_including_taxes_amount_cents bigint not null,
      prepaid_credit_amount_cents bigint not null,
      total_amount_cents bigint not null,
      total_paid_amount_cents bigint not null default 0,
      payment_overdue boolean not null default false,
      payment_dispute_lost_at timestamptz,
      self_billed boolean not null,
      purchase_order_number text,
      voided_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index invoices_sequence on invoicing.invoices (customer_id, billing_entity_id, sequential_id) where sequential_id is not null;
    create index invoices_list on invoicing.invoices (organization_id, issuing_date desc, created_at desc, id);
    create index invoices_customer on invoicing.invoices (customer_id);
    ${protectTable('invoicing', 'invoices')}
    create table invoicing.billing_periods (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      subscription_id uuid not null,
      plan_id uuid not null,
      invoicing_reason text not null,
      billed_at timestamptz not null,
      billing_date date not null,
      timezone text not null,
      subscription_from timestamptz not null,
      subscription_to timestamptz not null,
      charges_from timestamptz,
      charges_to timestamptz,
      fixed_charges_from timestamptz,
      fixed_charges_to timestamptz
    );
    create index billing_periods_invoice on invoicing.billing_periods (invoice_id);
    create index billing_periods_subscription on invoicing.billing_periods (subscription_id, billed_at desc);
    create unique index billing_periods_once_a_day on invoicing.billing_periods (subscription_id, billing_date)
      where invoicing_reason = 'subscription_periodic';
    create unique index billing_periods_once on invoicing.billing_periods (subscription_id, invoicing_reason)
      where invoicing_reason in ('subscription_starting', 'subscription_terminating');
    ${protectTable('invoicing', 'billing_periods')}
    create table invoicing.invoice_taxes (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      tax_id uuid not null,
      tax_name text not null,
      tax_code text not null,
      tax_rate numeric not null,
      tax_description text,
      amount_cents bigint not null,
      fees_amount_cents bigint not null,
      created_at timestamptz not null
    );
    create index invoice_taxes_invoice on invoicing.invoice_taxes (invoice_id);
    ${protectTable('invoicing', 'invoice_taxes')}
    create table invoicing.invoice_sequences (
      organization_id uuid not null,
      customer_id uuid not null,
      billing_entity_id uuid not null,
      last integer not null,
      primary key (customer_id, billing_entity_id)
    );
    ${protectTable('invoicing', 'invoice_sequences')}`,
};
