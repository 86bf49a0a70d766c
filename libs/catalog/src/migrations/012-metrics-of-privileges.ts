import type { SchemaMigration } from '@tollgate/platform';

/** A privilege that is a number may limit the usage of a metric. */
export const metricsOfPrivileges: SchemaMigration = {
  name: '039_metrics_of_privileges',
  sql: 'alter table catalog.privileges add column billable_metric_id uuid references catalog.billable_metrics',
};
