import { indexTexts, type SchemaMigration } from '@tollgate/platform';

/**
 * Finds parts of texts in payments. An installation with many rows can create the index beforehand without a lock
 * (docs/contribute/migrations.md).
 */
export const textsOfPayments: SchemaMigration = {
  name: '018_texts_of_payments',
  sql: indexTexts('payment', 'payments', ['reference', 'provider_payment_id']),
};
