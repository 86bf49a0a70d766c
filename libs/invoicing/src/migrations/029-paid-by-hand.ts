import type { SchemaMigration } from '@tollgate/platform';

/** Invoices that no provider charges automatically. */
export const paidByHand: SchemaMigration = {
  name: '073_paid_by_hand',
  sql: `alter table invoicing.invoices add column skips_provider boolean not null default false`,
};
