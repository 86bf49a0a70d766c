import { indexTexts, type SchemaMigration } from '@tollgate/platform';

/**
 * Finds parts of texts in subscriptions. An installation with many rows can create the index beforehand without a lock
 * (docs/contribute/migrations.md).
 */
export const textsOfSubscriptions: SchemaMigration = {
  name: '101_texts_of_subscriptions',
  sql: indexTexts('subscription', 'subscriptions', ['external_id', 'name']),
};
