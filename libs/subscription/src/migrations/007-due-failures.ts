import { protectTable, type SchemaMigration } from '@tollgate/platform';

export const dueFailures: SchemaMigration = {
  name: '060_due_failures',
  sql: `
    create table subscription.due_failures (
      organization_id uuid not null,
      customer_id uuid primary key references subscription.customers,
      tries integer not null default 1,
      retry_at timestamptz not null
    );
    ${protectTable('subscription', 'due_failures')}`,
};
