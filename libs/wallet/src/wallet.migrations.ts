import type { SchemaMigrations } from '@tollgate/platform';
import { traces } from './migrations/001-traces.js';
import { wallets } from './migrations/002-wallets.js';
import { alerts } from './migrations/003-alerts.js';

export const walletMigrations: SchemaMigrations = {
  schema: 'wallet',
  migrations: [traces, wallets, alerts],
};
