import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Coupons with their limits; a limit names a plan that is no copy. */
export const coupons: SchemaMigration = {
  name: '032_coupons',
  sql: `
    create table catalog.coupons (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      description text,
      coupon_type text not null check (coupon_type in ('fixed_amount', 'percentage')),
      amount_cents bigint,
      amount_currency text,
      percentage_rate numeric,
      frequency text not null check (frequency in ('once', 'recurring', 'forever')),
      frequency_duration integer,
      reusable boolean not null,
      expiration text not null check (expiration in ('no_expiration', 'time_limit')),
      expiration_at timestamptz,
      terminated_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index coupons_code on catalog.coupons (organization_id, code) where deleted_at is null;
    ${protectTable('catalog', 'coupons')}
    create table catalog.coupon_plans (
      organization_id uuid not null,
      coupon_id uuid not null references catalog.coupons,
      plan_id uuid not null references catalog.plans,
      primary key (coupon_id, plan_id)
    );
    ${protectTable('catalog', 'coupon_plans')}
    create table catalog.coupon_metrics (
      organization_id uuid not null,
      coupon_id uuid not null references catalog.coupons,
      billable_metric_id uuid not null references catalog.billable_metrics,
      primary key (coupon_id, billable_metric_id)
    );
    ${protectTable('catalog', 'coupon_metrics')}`,
};
