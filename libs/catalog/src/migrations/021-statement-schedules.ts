import type { SchemaMigration } from '@tollgate/platform';

/** How often the customers of an issuer get statements of account, unless they have a schedule of their own. */
export const statementSchedules: SchemaMigration = {
  name: '048_statement_schedules',
  sql: `
    alter table catalog.billing_entities add column statement_schedule text not null default 'off'
      check (statement_schedule in ('off', 'monthly', 'quarterly'))`,
};
