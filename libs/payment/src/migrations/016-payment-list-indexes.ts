import type { SchemaMigration } from '@tollgate/platform';

/** The orders of the list of payments, and its counts by state. An installation with many rows can create them beforehand without a lock (docs/contribute/migrations.md). */
export const paymentListIndexes: SchemaMigration = {
  name: '016_payment_list_indexes',
  sql: `
    create index if not exists payments_amount on payment.payments (organization_id, amount_cents, id);
    create index if not exists payments_states on payment.payments (organization_id, payment_status);`,
};
