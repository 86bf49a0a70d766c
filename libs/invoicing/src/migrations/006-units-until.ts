import type { SchemaMigration } from '@tollgate/platform';

/** A billing period stores the end of the quantity history that it bills, because its draft may be computed again. */
export const unitsUntil: SchemaMigration = {
  name: '022_units_until',
  sql: `
    alter table invoicing.billing_periods add column units_until bigint;`,
};
