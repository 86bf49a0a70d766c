import type { SchemaMigrations } from '@tollgate/platform';
import { traces } from './migrations/001-traces.js';

export const walletMigrations: SchemaMigrations = {
  schema: 'wallet',
  migrations: [traces],
};
