import { protectTable, type SchemaMigrations } from '@tollgate/platform';
import { advanceCheckpoints } from './migrations/advance-checkpoints.js';
import { chargesInAdvance } from './migrations/charges-in-advance.js';
import { coupons } from './migrations/coupons.js';
import { progressiveBilling } from './migrations/progressive-billing.js';
import { failures } from './migrations/failures.js';
import { minimums } from './migrations/minimums.js';
import { queuedWork } from './migrations/queued-work.js';
import { creditNotesAndDrafts } from './migrations/credit-notes-and-drafts.js';
import { fixedCharges, unitsUntil } from './migrations/fixed-charges.js';

export const invoicingMigrations: SchemaMigrations = {
  schema: 'invoicing',
  migrations: {
    '001_invoices': `
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
    '002_fees': `
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
        refunded_at timestamptz
      );
      create index fees_invoice on invoicing.fees (invoice_id, position);
      create index fees_subscription on invoicing.fees (subscription_id, fee_type);
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
      ${protectTable('invoicing', 'fee_taxes')}`,
    '010_charges_in_advance': chargesInAdvance,
    '020_credit_notes_and_drafts': creditNotesAndDrafts,
    '021_fixed_charges': fixedCharges,
    '022_units_until': unitsUntil,
    '031_minimums': minimums,
    '032_coupons': coupons,
    '033_progressive_billing': progressiveBilling,
    '034_pricing_units': 'alter table invoicing.fees add column pricing_unit_details jsonb',
    '041_draft_refresh': `
      alter table invoicing.invoices add column refresh_at timestamptz;
      create index invoices_refresh on invoicing.invoices (refresh_at) where status = 'draft' and refresh_at is not null`,
    '042_paid_loose_fees': `
      create index fees_paid_loose on invoicing.fees (customer_id) where invoice_id is null and payment_status = 'succeeded'`,
    '043_advance_queue': `
      create table invoicing.advance_queue (
        sequence bigint generated always as identity primary key,
        organization_id uuid not null,
        event_id uuid not null unique,
        lane integer not null,
        event jsonb not null,
        attempts integer not null default 0,
        error text
      );
      create index advance_queue_lane on invoicing.advance_queue (organization_id, lane, sequence);
      ${protectTable('invoicing', 'advance_queue')}`,
    '044_billing_lanes': `
      alter table invoicing.billing_runs add column lane integer not null default 0;
      create index billing_runs_lane on invoicing.billing_runs (organization_id, lane, sequence)`,
    '055_presentation': 'alter table invoicing.fees add column presentation jsonb',
    '060_failures': failures,
    '061_advance_checkpoints': advanceCheckpoints,
    '062_traces': 'alter table invoicing.outbox add column traceparent text',
    '063_queued_work': queuedWork,
  },
};
