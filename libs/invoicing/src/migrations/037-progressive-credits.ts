import type { SchemaMigration } from '@tollgate/platform';

/**
 * What of a fee progressive invoices had billed, apart from what coupons took of it: a later invoice and the credit notes of
 * its period go by what each fee billed first.
 */
export const progressiveCredits: SchemaMigration = {
  name: '081_progressive_credits',
  sql: `alter table invoicing.fees add column progressive_credit_amount_cents bigint`,
};
