import type { SchemaMigration } from '@tollgate/platform';

/**
 * The amount of a fee that progressive invoices had billed, separate from its coupons. A later invoice and the credit
 * notes of its period use the amount that each fee billed first.
 */
export const progressiveCredits: SchemaMigration = {
  name: '081_progressive_credits',
  sql: `alter table invoicing.fees add column progressive_credit_amount_cents bigint`,
};
