import type { SchemaMigration } from '@tollgate/platform';

/** Payments by their amount, for searches. */
export const amountsOfPayments: SchemaMigration = {
  name: '109_amounts_of_payments',
  sql: `
    create index if not exists payments_amount on invoicing.payments (organization_id, amount_cents, created_at desc)`,
};
