import type { SchemaMigration } from '@tollgate/platform';

/**
 * The filter that a copied one follows. Copies from before have none: their values identify it. No foreign
 * key: a copy may outlive the filter that it was copied from.
 */
export const parentsOfFilters: SchemaMigration = {
  name: '044_parents_of_filters',
  sql: `alter table catalog.charge_filters add column parent_id uuid`,
};
