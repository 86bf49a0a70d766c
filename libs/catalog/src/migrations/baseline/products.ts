import { protectTable } from '@tollgate/platform';

/** Metrics, add-ons, pricing units and features. */
export const productTables = `
    create table catalog.billable_metrics (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      description text,
      aggregation_type text not null
        check (aggregation_type in ('count_agg', 'sum_agg', 'max_agg', 'unique_count_agg', 'weighted_sum_agg',
          'latest_agg', 'custom_agg')),
      field_name text,
      recurring boolean not null,
      weighted_interval text check (weighted_interval = 'seconds'),
      rounding_function text check (rounding_function in ('round', 'ceil', 'floor')),
      rounding_precision integer,
      expression text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index billable_metrics_code on catalog.billable_metrics (organization_id, code)
      where deleted_at is null;
    ${protectTable('catalog', 'billable_metrics')}

    create table catalog.billable_metric_filters (
      organization_id uuid not null,
      billable_metric_id uuid not null references catalog.billable_metrics,
      key text not null,
      values text[] not null,
      primary key (billable_metric_id, key)
    );
    ${protectTable('catalog', 'billable_metric_filters')}

    create table catalog.add_ons (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      invoice_display_name text,
      description text,
      amount_cents bigint not null check (amount_cents > 0),
      amount_currency text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index add_ons_code on catalog.add_ons (organization_id, code) where deleted_at is null;
    create index add_ons_list on catalog.add_ons (organization_id, created_at desc, id) where deleted_at is null;
    ${protectTable('catalog', 'add_ons')}

    create table catalog.add_on_taxes (
      organization_id uuid not null,
      add_on_id uuid not null references catalog.add_ons,
      tax_id uuid not null references catalog.taxes,
      primary key (add_on_id, tax_id)
    );
    create index add_on_taxes_tax on catalog.add_on_taxes (tax_id);
    ${protectTable('catalog', 'add_on_taxes')}

    -- An organization's own units for prices of charges.
    create table catalog.pricing_units (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      short_name text not null,
      description text,
      created_at timestamptz not null,
      unique (organization_id, code)
    );
    ${protectTable('catalog', 'pricing_units')}

    -- Features with their privileges. Plans and subscriptions entitle to them.
    create table catalog.features (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text,
      description text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index features_code on catalog.features (organization_id, code) where deleted_at is null;
    ${protectTable('catalog', 'features')}

    create table catalog.privileges (
      id uuid primary key,
      organization_id uuid not null,
      feature_id uuid not null references catalog.features,
      code text not null,
      name text,
      value_type text not null check (value_type in ('integer', 'string', 'boolean', 'select')),
      select_options jsonb,
      created_at timestamptz not null,
      deleted_at timestamptz,
      billable_metric_id uuid references catalog.billable_metrics
    );
    create unique index privileges_code on catalog.privileges (feature_id, code) where deleted_at is null;
    ${protectTable('catalog', 'privileges')}`;
