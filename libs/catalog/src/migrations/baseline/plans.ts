import { protectTable } from '@tollgate/platform';

/** Plans with their charges and entitlements, and coupons. */
export const planTables = `
    create table catalog.plans (
      id uuid primary key,
      organization_id uuid not null,
      parent_id uuid references catalog.plans,
      code text not null,
      name text not null,
      invoice_display_name text,
      description text,
      interval text not null check (interval in ('weekly', 'monthly', 'quarterly', 'semiannual', 'yearly')),
      amount_cents bigint not null,
      amount_currency text not null,
      pay_in_advance boolean not null,
      trial_period numeric,
      bill_charges_monthly boolean,
      bill_fixed_charges_monthly boolean,
      pending_deletion boolean not null default false,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      metadata jsonb
    );
    create unique index plans_code on catalog.plans (organization_id, code)
      where deleted_at is null and parent_id is null;
    create index plans_parent on catalog.plans (parent_id) where parent_id is not null;
    ${protectTable('catalog', 'plans')}

    create table catalog.plan_taxes (
      organization_id uuid not null,
      plan_id uuid not null references catalog.plans,
      tax_id uuid not null references catalog.taxes,
      primary key (plan_id, tax_id)
    );
    create index plan_taxes_tax on catalog.plan_taxes (tax_id);
    ${protectTable('catalog', 'plan_taxes')}

    create table catalog.charges (
      id uuid primary key,
      organization_id uuid not null,
      plan_id uuid not null references catalog.plans,
      billable_metric_id uuid not null references catalog.billable_metrics,
      parent_id uuid references catalog.charges,
      code text not null,
      invoice_display_name text,
      charge_model text not null
        check (charge_model in ('standard', 'graduated', 'package', 'percentage', 'volume', 'graduated_percentage',
          'dynamic')),
      properties jsonb not null,
      pay_in_advance boolean not null,
      prorated boolean not null,
      invoiceable boolean not null,
      regroup_paid_fees text check (regroup_paid_fees = 'invoice'),
      min_amount_cents bigint not null check (min_amount_cents >= 0),
      accepts_target_wallet boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index charges_code on catalog.charges (plan_id, code) where deleted_at is null;
    create index charges_billable_metric on catalog.charges (billable_metric_id) where deleted_at is null;
    create index charges_parent on catalog.charges (parent_id) where parent_id is not null;
    ${protectTable('catalog', 'charges')}

    create table catalog.charge_taxes (
      organization_id uuid not null,
      charge_id uuid not null references catalog.charges,
      tax_id uuid not null references catalog.taxes,
      primary key (charge_id, tax_id)
    );
    create index charge_taxes_tax on catalog.charge_taxes (tax_id);
    ${protectTable('catalog', 'charge_taxes')}

    create table catalog.charge_filters (
      id uuid primary key,
      organization_id uuid not null,
      charge_id uuid not null references catalog.charges,
      invoice_display_name text,
      properties jsonb not null,
      values jsonb not null,
      position integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index charge_filters_position on catalog.charge_filters (charge_id, position)
      where deleted_at is null;
    ${protectTable('catalog', 'charge_filters')}

    -- The value of one unit on each charge.
    create table catalog.applied_pricing_units (
      charge_id uuid primary key references catalog.charges,
      organization_id uuid not null,
      pricing_unit_id uuid not null references catalog.pricing_units,
      conversion_rate numeric not null check (conversion_rate > 0)
    );
    ${protectTable('catalog', 'applied_pricing_units')}

    -- Charges for units of an add-on.
    create table catalog.fixed_charges (
      id uuid primary key,
      organization_id uuid not null,
      plan_id uuid not null references catalog.plans,
      add_on_id uuid not null references catalog.add_ons,
      parent_id uuid references catalog.fixed_charges,
      code text not null,
      invoice_display_name text,
      charge_model text not null check (charge_model in ('standard', 'graduated', 'volume')),
      properties jsonb not null,
      pay_in_advance boolean not null,
      prorated boolean not null,
      units numeric not null check (units >= 0),
      revision integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index fixed_charges_code on catalog.fixed_charges (plan_id, code) where deleted_at is null;
    create index fixed_charges_add_on on catalog.fixed_charges (add_on_id) where deleted_at is null;
    create index fixed_charges_parent on catalog.fixed_charges (parent_id) where parent_id is not null;
    ${protectTable('catalog', 'fixed_charges')}

    create table catalog.fixed_charge_taxes (
      organization_id uuid not null,
      fixed_charge_id uuid not null references catalog.fixed_charges,
      tax_id uuid not null references catalog.taxes,
      primary key (fixed_charge_id, tax_id)
    );
    create index fixed_charge_taxes_tax on catalog.fixed_charge_taxes (tax_id);
    ${protectTable('catalog', 'fixed_charge_taxes')}

    create table catalog.minimum_commitments (
      id uuid primary key,
      organization_id uuid not null,
      plan_id uuid not null references catalog.plans unique,
      amount_cents bigint not null check (amount_cents > 0),
      invoice_display_name text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    ${protectTable('catalog', 'minimum_commitments')}

    create table catalog.commitment_taxes (
      organization_id uuid not null,
      commitment_id uuid not null references catalog.minimum_commitments on delete cascade,
      tax_id uuid not null references catalog.taxes,
      primary key (commitment_id, tax_id)
    );
    create index commitment_taxes_tax on catalog.commitment_taxes (tax_id);
    ${protectTable('catalog', 'commitment_taxes')}

    create table catalog.usage_thresholds (
      id uuid primary key,
      organization_id uuid not null,
      plan_id uuid not null references catalog.plans,
      amount_cents bigint not null check (amount_cents > 0),
      threshold_display_name text,
      recurring boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index usage_thresholds_amount on catalog.usage_thresholds (plan_id, amount_cents, recurring);
    create unique index usage_thresholds_recurring on catalog.usage_thresholds (plan_id) where recurring;
    create index usage_thresholds_organization on catalog.usage_thresholds (organization_id);
    ${protectTable('catalog', 'usage_thresholds')}

    -- These plans are no copies.
    create table catalog.plan_entitlements (
      id uuid primary key,
      organization_id uuid not null,
      plan_id uuid not null references catalog.plans,
      feature_id uuid not null references catalog.features,
      created_at timestamptz not null,
      unique (plan_id, feature_id)
    );
    create index plan_entitlements_feature on catalog.plan_entitlements (feature_id);
    ${protectTable('catalog', 'plan_entitlements')}

    create table catalog.plan_entitlement_values (
      organization_id uuid not null,
      entitlement_id uuid not null references catalog.plan_entitlements on delete cascade,
      privilege_id uuid not null references catalog.privileges,
      value text not null,
      primary key (entitlement_id, privilege_id)
    );
    create index plan_entitlement_values_privilege on catalog.plan_entitlement_values (privilege_id);
    ${protectTable('catalog', 'plan_entitlement_values')}

    -- Coupons with their limits.
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

    -- A limit names a plan or a metric; these plans are no copies.
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
    ${protectTable('catalog', 'coupon_metrics')}`;
