import { protectTable, type SchemaMigration } from '@tollgate/platform';

export const fees: SchemaMigration = {
  name: '002_fees',
  sql: `
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
};
