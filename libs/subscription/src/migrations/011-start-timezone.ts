import type { SchemaMigration } from '@tollgate/platform';

export const startTimezone: SchemaMigration = {
  name: '082_start_timezone',
  sql: `
    alter table subscription.subscriptions add column start_timezone text`,
};
