import { indexTexts, type SchemaMigration } from '@tollgate/platform';

/**
 * Finds parts of texts in wallets. An installation with many rows can create the index beforehand without a lock
 * (docs/contribute/migrations.md).
 */
export const textsOfWallets: SchemaMigration = {
  name: '009_texts_of_wallets',
  sql: indexTexts('wallet', 'wallets', ['name', 'code']),
};
