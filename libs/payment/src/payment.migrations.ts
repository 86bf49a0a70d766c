import type { SchemaMigrations } from '@tollgate/platform';
import { traces } from './migrations/001-traces.js';
import { payments } from './migrations/002-payments.js';

export const paymentMigrations: SchemaMigrations = {
  schema: 'payment',
  migrations: [traces, payments],
};
