import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Coupons of customers; invoices use them in the order of their positions. */
export const coupons: SchemaMigration = {
  name: '032_coupons',
  sql: `
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
    ${protectTable('invoicing', 'applied_coupons')}`,
};
