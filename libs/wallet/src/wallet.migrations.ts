import type { SchemaMigrations } from '@tollgate/platform';
import { baseline } from './migrations/000-baseline.js';
import { textsOfWallets } from './migrations/009-texts-of-wallets.js';
import { timesOfChanges } from './migrations/010-times-of-changes.js';

export const walletMigrations: SchemaMigrations = {
  schema: 'wallet',
  baseline,
  migrations: [textsOfWallets, timesOfChanges],
};
