import { indexTexts, type SchemaMigration } from '@tollgate/platform';

/**
 * Finds payments by their references or by parts of them, the newest first. An installation with many rows can create
 * the indexes beforehand without a lock (docs/contribute/migrations.md).
 */
export const textsOfPayments: SchemaMigration = {
  name: '099_texts_of_payments',
  sql: `
    create index if not exists payments_reference on invoicing.payments (organization_id, reference);
    create index if not exists payments_created on invoicing.payments (organization_id, created_at desc);
    ${indexTexts('invoicing', 'payments', ['reference'])}`,
};
