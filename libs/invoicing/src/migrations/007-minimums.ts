import type { SchemaMigration } from '@tollgate/platform';

/** True-up fees, and the fees that they complement. */
export const minimums: SchemaMigration = {
  name: '031_minimums',
  sql: `
    alter table invoicing.fees
      add column true_up_fee_id uuid,
      add column true_up_parent_fee_id uuid;`,
};
