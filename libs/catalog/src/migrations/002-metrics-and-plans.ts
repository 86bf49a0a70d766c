import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Metrics, plans, charges and charge filters. Codes are unique among live rows; an override plan shares its parent's. */
export const metricsAndPlans: SchemaMigration = {
  name: '002_metrics_and_plans',
  sql: `
    create table catalog.billable_metrics (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      description text,
      aggregation_type text not null
        check (aggregation_type in ('count_agg', 'sum_agg', 'max_agg', 'unique_count_agg', 'weighted_sum_agg', 'latest_agg', 'custom_agg')),
      field_name text,
      recurring boolean not null,
      weighted_interval text check (weighted_interval in ('seconds')),
      rounding_function text check (rounding_function in ('round', 'ceil', 'floor')),
      rounding_precision integer,
      expression text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index billable_metrics_code on catalog.billable_metrics (organization_id, code) where deleted_at is null;
    ${protectTable('catalog', 'billable_metrics')}
    create table catalog.billable_metric_filters (
      organization_id uuid not null,
      billable_metric_id uuid not null references catalog.billable_metrics,
      key text not null,
      values text[] not null,
      primary key (billable_metric_id, key)
    );
    ${protectTable('catalog', 'billable_metric_filters')}
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
      deleted_at timestamptz
    );
    create unique index plans_code on catalog.plans (organization_id, code) where deleted_at is null and parent_id is null;
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
        check (charge_model in ('standard', 'graduated', 'package', 'percentage', 'volume', 'graduated_percentage', 'dynamic')),
      properties jsonb not null,
      pay_in_advance boolean not null,
      prorated boolean not null,
      invoiceable boolean not null,
      regroup_paid_fees text check (regroup_paid_fees in ('invoice')),
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
    create unique index charge_filters_position on catalog.charge_filters (charge_id, position) where deleted_at is null;
    ${protectTable('catalog', 'charge_filters')}`,
};
