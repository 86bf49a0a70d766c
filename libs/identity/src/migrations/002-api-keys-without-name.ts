import type { SchemaMigration } from '@tollgate/platform';

export const apiKeysWithoutName: SchemaMigration = {
  name: '002_api_keys_without_name',
  sql: 'alter table identity.api_keys alter column name drop not null',
};
