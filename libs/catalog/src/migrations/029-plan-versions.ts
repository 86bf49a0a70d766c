import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Plans as they were after each change (catalog, section 23). */
export const planVersions: SchemaMigration = {
  name: '056_plan_versions',
  sql: `
    -- These plans are no copies.
    create table catalog.plan_versions (
      organization_id uuid not null,
      plan_id uuid not null references catalog.plans,
      number integer not null check (number > 0),
      created_at timestamptz not null,
      -- Both null: no call, or that of the installation's owner.
      author_api_key_id uuid,
      author_user_id uuid,
      -- The body that creates the plan as it was, with its entitlements.
      snapshot jsonb not null,
      primary key (plan_id, number)
    );
    ${protectTable('catalog', 'plan_versions')}`,
};
