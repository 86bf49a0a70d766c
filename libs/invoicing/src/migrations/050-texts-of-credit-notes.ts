import { indexTexts, type SchemaMigration } from '@tollgate/platform';

/**
 * Finds parts of texts in credit notes. An installation with many rows can create the index beforehand without a lock
 * (docs/contribute/migrations.md).
 */
export const textsOfCreditNotes: SchemaMigration = {
  name: '094_texts_of_credit_notes',
  sql: indexTexts('invoicing', 'credit_notes', ['number']),
};
