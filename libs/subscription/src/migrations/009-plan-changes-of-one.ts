import type { SchemaMigration } from '@tollgate/platform';

export const planChangesOfOne: SchemaMigration = {
  name: '080_plan_changes_of_one',
  sql: `
    alter table subscription.subscriptions add column plan_changes integer not null default 0`,
};
