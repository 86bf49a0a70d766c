import { protectTable, type SchemaMigration } from '@tollgate/platform';

export const addOnsAndFixedCharges: SchemaMigration = {
  name: '021_add_ons_and_fixed_charges',
  sql: `
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
    ${protectTable('catalog', 'fixed_charge_taxes')}`,
};
