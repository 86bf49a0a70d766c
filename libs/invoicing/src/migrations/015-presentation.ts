import type { SchemaMigration } from '@tollgate/platform';

export const presentation: SchemaMigration = {
  name: '055_presentation',
  sql: 'alter table invoicing.fees add column presentation jsonb',
};
