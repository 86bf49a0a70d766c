import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Minimum commitments and usage thresholds of plans. */
export const minimums: SchemaMigration = {
  name: '031_minimums',
  sql: `
    create table catalog.minimum_commitments (
      id uuid primary key,
      organization_id uuid not null,
      plan_id uuid not null unique references catalog.plans,
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
    ${protectTable('catalog', 'usage_thresholds')}`,
};
