import type { SchemaMigration } from '@tollgate/platform';

export const lastUseOfApiKeys: SchemaMigration = {
  name: '006_last_use_of_api_keys',
  sql: 'alter table identity.api_keys add column last_used_at timestamptz',
};
