import type { SchemaMigration } from '@tollgate/platform';

/**
 * The names of aggregations are in the registry of `@tollgate/rating`, and every request is checked against it. So the
 * table only checks the form of a name, and a new aggregation needs no migration. Stored names passed a stricter check,
 * which is why the rows are not read again.
 */
export const namesOfAggregations: SchemaMigration = {
  name: '053_names_of_aggregations',
  sql: `
    alter table catalog.billable_metrics drop constraint billable_metrics_aggregation_type_check,
      add constraint billable_metrics_aggregation_type_check check (aggregation_type ~ '^[a-z]+(_[a-z]+)*_agg$') not valid;`,
};
