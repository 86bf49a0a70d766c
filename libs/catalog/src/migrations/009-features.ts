import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Features with their privileges, and the entitlements of plans; these plans are no copies. */
export const features: SchemaMigration = {
  name: '036_features',
  sql: `
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
      deleted_at timestamptz
    );
    create unique index privileges_code on catalog.privileges (feature_id, code) where deleted_at is null;
    ${protectTable('catalog', 'privileges')}
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
    ${protectTable('catalog', 'plan_entitlement_values')}`,
};
