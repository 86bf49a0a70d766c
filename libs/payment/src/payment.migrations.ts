import type { SchemaMigrations } from '@tollgate/platform';
import { traces } from './migrations/001-traces.js';

export const paymentMigrations: SchemaMigrations = {
  schema: 'payment',
  migrations: [traces],
};
