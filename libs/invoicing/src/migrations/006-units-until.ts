import type { SchemaMigration } from '@tollgate/platform';

/** A billing period keeps how far the log of units went that it bills, for when its draft is computed anew. */
export const unitsUntil: SchemaMigration = {
  name: '022_units_until',
  sql: `
    alter table invoicing.billing_periods add column units_until bigint;`,
};
