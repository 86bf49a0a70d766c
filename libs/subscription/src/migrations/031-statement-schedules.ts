import type { SchemaMigration } from '@tollgate/platform';

/** How often a customer gets a statement of account; null takes the issuer's schedule. */
export const statementSchedules: SchemaMigration = {
  name: '102_statement_schedules',
  sql: `
    alter table subscription.customers add column statement_schedule text
      check (statement_schedule in ('off', 'monthly', 'quarterly'))`,
};
