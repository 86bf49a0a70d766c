import type { SchemaMigrations } from '@tollgate/platform';
import { traces } from './migrations/001-traces.js';
import { documents } from './migrations/002-documents.js';

export const documentMigrations: SchemaMigrations = {
  schema: 'document',
  migrations: [traces, documents],
};
