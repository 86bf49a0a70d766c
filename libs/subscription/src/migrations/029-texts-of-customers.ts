import { indexTexts, type SchemaMigration } from '@tollgate/platform';

/**
 * Finds parts of texts in customers. An installation with many rows can create the index beforehand without a lock
 * (docs/contribute/migrations.md).
 */
export const textsOfCustomers: SchemaMigration = {
  name: '100_texts_of_customers',
  sql: indexTexts('subscription', 'customers', ['name', 'firstname', 'lastname', 'legal_name', 'external_id', 'email']),
};
