import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** An organization's own units for prices of charges, with the value of one unit on each charge. */
export const pricingUnits: SchemaMigration = {
  name: '033_pricing_units',
  sql: `
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
    create table catalog.applied_pricing_units (
      charge_id uuid primary key references catalog.charges,
      organization_id uuid not null,
      pricing_unit_id uuid not null references catalog.pricing_units,
      conversion_rate numeric not null check (conversion_rate > 0)
    );
    ${protectTable('catalog', 'applied_pricing_units')}`,
};
