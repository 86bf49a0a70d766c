import type { SchemaMigration } from '@tollgate/platform';

export const followsAs: SchemaMigration = {
  name: '061_follows_as',
  sql: `
    alter table subscription.subscriptions add column follows_as text check (follows_as in ('upgrade', 'downgrade'))`,
};
