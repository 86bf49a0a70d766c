import type { SchemaMigration } from '@tollgate/platform';

/** Where the clock of a sandbox stood when it was turned, for its progress. */
export const turnedClocks: SchemaMigration = {
  name: '015_turned_clocks',
  sql: 'alter table identity.test_clocks add column turned_from timestamptz',
};
