import type { SchemaMigration } from '@tollgate/platform';

/** Copies of plans as they were at a version, for the subscriptions that stay there (catalog, section 25). */
export const retainedPlanVersions: SchemaMigration = {
  name: '058_retained_plan_versions',
  sql: `
    alter table catalog.plans
      add column retained_version integer check (retained_version > 0),
      add constraint plans_retained_of_a_plan check (retained_version is null or parent_id is not null);
    create unique index plans_retained on catalog.plans (parent_id, retained_version)
      where retained_version is not null and deleted_at is null;
    -- Bills continue between copies of a filter.
    create index charge_filters_parent on catalog.charge_filters (parent_id) where parent_id is not null`,
};
