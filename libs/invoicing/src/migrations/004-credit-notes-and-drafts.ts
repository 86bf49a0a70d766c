import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Billing runs in the order of their requests, drafts, and credit notes with their use on invoices. */
export const creditNotesAndDrafts: SchemaMigration = {
  name: '020_credit_notes_and_drafts',
  sql: `
    create table invoicing.billing_runs (
      sequence bigint generated always as identity primary key,
      id uuid not null unique,
      organization_id uuid not null,
      customer_id uuid not null,
      request jsonb not null
    );
    create index billing_runs_customer on invoicing.billing_runs (customer_id, sequence);
    ${protectTable('invoicing', 'billing_runs')}
    alter table invoicing.billing_periods add column trial_ended boolean not null default false;
    drop index invoicing.billing_periods_once;
    create unique index billing_periods_once on invoicing.billing_periods (subscription_id, invoicing_reason, trial_ended)
      where invoicing_reason in ('subscription_starting', 'subscription_terminating');
    alter table invoicing.invoices add column finalize_at timestamptz;
    create index invoices_due_finalization on invoicing.invoices (finalize_at, organization_id) where status = 'draft';
    alter table invoicing.fees add column precise_credit_notes_amount_cents numeric not null default 0;
    create table invoicing.credit_notes (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      invoice_id uuid not null references invoicing.invoices,
      ended_subscription_id uuid,
      sequential_id integer not null,
      number text not null,
      status text not null check (status in ('draft', 'finalized', 'deleted')),
      issuing_date date not null,
      credit_status text check (credit_status in ('available', 'consumed', 'voided')),
      refund_status text check (refund_status in ('pending', 'succeeded', 'failed')),
      reason text not null,
      description text,
      currency text not null,
      total_amount_cents bigint not null,
      credit_amount_cents bigint not null,
      refund_amount_cents bigint not null,
      offset_amount_cents bigint not null,
      balance_amount_cents bigint not null check (balance_amount_cents >= 0),
      sub_total_excluding_taxes_amount_cents bigint not null,
      coupons_adjustment_amount_cents bigint not null,
      precise_coupons_adjustment_amount_cents numeric not null,
      taxes_amount_cents bigint not null,
      precise_taxes_amount_cents numeric not null,
      taxes_rate numeric not null,
      self_billed boolean not null,
      metadata jsonb,
      voided_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index credit_notes_sequence on invoicing.credit_notes (invoice_id, sequential_id);
    create unique index credit_notes_once_a_subscription on invoicing.credit_notes (ended_subscription_id) where ended_subscription_id is not null;
    create index credit_notes_list on invoicing.credit_notes (organization_id, created_at desc, id);
    create index credit_notes_available on invoicing.credit_notes (customer_id, currency, id) where status = 'finalized' and credit_status = 'available';
    ${protectTable('invoicing', 'credit_notes')}
    create table invoicing.credit_note_items (
      id uuid primary key,
      organization_id uuid not null,
      credit_note_id uuid not null references invoicing.credit_notes on delete cascade,
      fee_id uuid not null,
      amount_cents bigint not null,
      precise_amount_cents numeric not null,
      position integer not null
    );
    create index credit_note_items_note on invoicing.credit_note_items (credit_note_id, position);
    create index credit_note_items_fee on invoicing.credit_note_items (fee_id);
    ${protectTable('invoicing', 'credit_note_items')}
    create table invoicing.credit_note_taxes (
      id uuid primary key,
      organization_id uuid not null,
      credit_note_id uuid not null references invoicing.credit_notes on delete cascade,
      tax_id uuid not null,
      tax_name text not null,
      tax_code text not null,
      tax_rate numeric not null,
      tax_description text,
      base_amount_cents bigint not null,
      amount_cents bigint not null,
      created_at timestamptz not null
    );
    create index credit_note_taxes_note on invoicing.credit_note_taxes (credit_note_id);
    ${protectTable('invoicing', 'credit_note_taxes')}
    create table invoicing.credits (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      kind text not null check (kind in ('coupon', 'credit_note', 'invoice')),
      source_id uuid not null,
      amount_cents bigint not null,
      currency text not null,
      before_taxes boolean not null,
      position integer not null,
      created_at timestamptz not null
    );
    create index credits_invoice on invoicing.credits (invoice_id, position);
    create index credits_source on invoicing.credits (source_id);
    ${protectTable('invoicing', 'credits')}
    create table invoicing.payments (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      invoice_id uuid not null references invoicing.invoices,
      amount_cents bigint not null check (amount_cents > 0),
      currency text not null,
      payment_status text not null,
      type text not null,
      reference text,
      created_at timestamptz not null
    );
    create index payments_invoice on invoicing.payments (invoice_id);
    ${protectTable('invoicing', 'payments')}`,
};
