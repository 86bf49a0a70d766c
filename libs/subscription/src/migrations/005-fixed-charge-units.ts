import { protectTable, type SchemaMigration } from '@tollgate/platform';

export const fixedChargeUnits: SchemaMigration = {
  name: '022_fixed_charge_units',
  sql: `
    create table subscription.fixed_charge_overrides (
      organization_id uuid not null,
      subscription_id uuid not null references subscription.subscriptions,
      fixed_charge_id uuid not null,
      units numeric not null check (units >= 0),
      updated_at timestamptz not null,
      primary key (subscription_id, fixed_charge_id)
    );
    ${protectTable('subscription', 'fixed_charge_overrides')}
    create table subscription.fixed_charge_unit_changes (
      id uuid primary key,
      sequence bigint generated always as identity,
      organization_id uuid not null,
      subscription_id uuid not null references subscription.subscriptions,
      fixed_charge_id uuid not null,
      units numeric not null,
      revision integer not null,
      effective_at timestamptz not null,
      created_at timestamptz not null
    );
    create index fixed_charge_unit_changes_log on subscription.fixed_charge_unit_changes (subscription_id, sequence);
    ${protectTable('subscription', 'fixed_charge_unit_changes')}`,
};
