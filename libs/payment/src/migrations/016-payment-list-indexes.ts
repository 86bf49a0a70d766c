import type { SchemaMigration } from '@tollgate/platform';

/** Payments by amount. An installation with many rows can create the index beforehand without a lock (docs/contribute/migrations.md). */
export const paymentListIndexes: SchemaMigration = {
  name: '016_payment_list_indexes',
  sql: `create index if not exists payments_amount on payment.payments (organization_id, amount_cents, id)`,
};
