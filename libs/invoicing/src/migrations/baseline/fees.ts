import { protectTable } from '@tollgate/platform';

/** Fees, and the deductions of invoices: coupons, credit notes and thresholds. */
export const feeTables = `
    create table invoicing.fees (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid references invoicing.invoices on delete cascade,
      customer_id uuid not null,
      subscription_id uuid,
      fee_type text not null,
      charge_id uuid,
      charge_filter_id uuid,
      item_id uuid not null,
      item_code text not null,
      item_name text not null,
      item_description text,
      invoice_display_name text not null,
      filters jsonb,
      filter_invoice_display_name text,
      grouped_by jsonb not null,
      currency text not null,
      amount_cents bigint not null,
      precise_amount_cents numeric not null,
      taxes_amount_cents bigint not null,
      taxes_precise_amount_cents numeric not null,
      taxes_rate numeric not null,
      precise_coupons_amount_cents numeric not null default 0,
      units numeric not null,
      total_aggregated_units numeric,
      precise_unit_amount numeric not null,
      events_count bigint,
      amount_details jsonb not null,
      pay_in_advance boolean not null,
      invoiceable boolean not null,
      payment_status text not null,
      from_datetime timestamptz,
      to_datetime timestamptz,
      self_billed boolean not null,
      position integer not null,
      created_at timestamptz not null,
      succeeded_at timestamptz,
      failed_at timestamptz,
      refunded_at timestamptz,
      charges_from timestamptz,
      charges_to timestamptz,
      event_transaction_id text,
      deleted_at timestamptz,
      precise_credit_notes_amount_cents numeric not null default 0,
      fixed_charge_id uuid,
      true_up_fee_id uuid,
      true_up_parent_fee_id uuid,
      pricing_unit_details jsonb,
      presentation jsonb,
      description text,
      progressive_credit_amount_cents bigint
    );
    create index fees_invoice on invoicing.fees (invoice_id, position);
    create index fees_subscription on invoicing.fees (subscription_id, fee_type);
    create index fees_list on invoicing.fees (organization_id, created_at, id) where deleted_at is null;
    create index fees_event on invoicing.fees (organization_id, event_transaction_id)
      where event_transaction_id is not null;
    create index fees_loose on invoicing.fees (subscription_id, succeeded_at)
      where invoice_id is null and payment_status = 'succeeded' and deleted_at is null;
    create index fees_fixed_charge on invoicing.fees (subscription_id, fixed_charge_id)
      where fixed_charge_id is not null;
    create index fees_paid_loose on invoicing.fees (customer_id)
      where invoice_id is null and payment_status = 'succeeded';
    create unique index fees_sold_credits on invoicing.fees (item_id) where fee_type = 'credit';
    ${protectTable('invoicing', 'fees')}

    create table invoicing.fee_taxes (
      id uuid primary key,
      organization_id uuid not null,
      fee_id uuid not null references invoicing.fees on delete cascade,
      tax_id uuid not null,
      tax_name text not null,
      tax_code text not null,
      tax_rate numeric not null,
      tax_description text,
      amount_cents bigint not null,
      precise_amount_cents numeric not null,
      created_at timestamptz not null
    );
    create index fee_taxes_fee on invoicing.fee_taxes (fee_id);
    ${protectTable('invoicing', 'fee_taxes')}

    -- The taxes that fees of waiting invoices have once the taxes of their customer are known.
    create table invoicing.untaxed_fees (
      fee_id uuid references invoicing.fees on delete cascade primary key,
      organization_id uuid not null,
      own_tax_ids uuid[] not null,
      target_wallet_code text
    );
    ${protectTable('invoicing', 'untaxed_fees')}

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
      updated_at timestamptz not null,
      file jsonb
    );
    create unique index credit_notes_sequence on invoicing.credit_notes (invoice_id, sequential_id);
    create unique index credit_notes_once_a_subscription on invoicing.credit_notes (ended_subscription_id)
      where ended_subscription_id is not null;
    create index credit_notes_list on invoicing.credit_notes (organization_id, created_at desc, id);
    create index credit_notes_available on invoicing.credit_notes (customer_id, currency, id)
      where status = 'finalized' and credit_status = 'available';
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

    -- Coupons of customers; invoices use them in the order of their positions.
    create table invoicing.applied_coupons (
      position bigint generated always as identity,
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      coupon_id uuid not null,
      coupon_type text not null check (coupon_type in ('fixed_amount', 'percentage')),
      status text not null check (status in ('active', 'terminated')),
      amount_cents bigint,
      amount_currency text,
      percentage_rate numeric,
      frequency text not null check (frequency in ('once', 'recurring', 'forever')),
      frequency_duration integer,
      frequency_duration_remaining integer,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      terminated_at timestamptz
    );
    create index applied_coupons_customer on invoicing.applied_coupons (customer_id, status, position);
    create index applied_coupons_coupon on invoicing.applied_coupons (coupon_id);
    create index applied_coupons_list on invoicing.applied_coupons (organization_id, created_at desc, position desc);
    ${protectTable('invoicing', 'applied_coupons')}

    -- The thresholds of progressive billing that a usage has passed.
    create table invoicing.applied_usage_thresholds (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      subscription_id uuid not null,
      usage_threshold_id uuid not null,
      threshold_display_name text,
      amount_cents bigint not null,
      recurring boolean not null,
      threshold_created_at timestamptz not null,
      threshold_updated_at timestamptz not null,
      lifetime_usage_amount_cents bigint not null,
      position integer not null,
      created_at timestamptz not null
    );
    create index applied_usage_thresholds_invoice on invoicing.applied_usage_thresholds (invoice_id, position);
    create index applied_usage_thresholds_subscription on invoicing.applied_usage_thresholds (subscription_id);
    ${protectTable('invoicing', 'applied_usage_thresholds')}`;
