import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * Subscriptions' own additions to the entitlements of their plans, and removals. A value of null removes a privilege.
 */
export const entitlements: SchemaMigration = {
  name: '085_entitlements',
  sql: `
    create table subscription.entitlements (
      id uuid primary key,
      organization_id uuid not null,
      subscription_id uuid not null references subscription.subscriptions,
      feature_id uuid not null,
      granted boolean not null,
      removed boolean not null,
      created_at timestamptz not null,
      unique (subscription_id, feature_id)
    );
    create index entitlements_feature on subscription.entitlements (feature_id);
    ${protectTable('subscription', 'entitlements')}
    create table subscription.entitlement_values (
      organization_id uuid not null,
      entitlement_id uuid not null references subscription.entitlements on delete cascade,
      privilege_id uuid not null,
      value text,
      primary key (entitlement_id, privilege_id)
    );
    ${protectTable('subscription', 'entitlement_values')}`,
};
