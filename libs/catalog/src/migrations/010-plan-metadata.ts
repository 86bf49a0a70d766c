import type { SchemaMigration } from '@tollgate/platform';

export const planMetadata: SchemaMigration = {
  name: '037_plan_metadata',
  sql: 'alter table catalog.plans add column metadata jsonb',
};
