import type { SchemaMigrations } from '@tollgate/platform';
import { traces } from './migrations/001-traces.js';

export const documentMigrations: SchemaMigrations = {
  schema: 'document',
  migrations: [traces],
};
