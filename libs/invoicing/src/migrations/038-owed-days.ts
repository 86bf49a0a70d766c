import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * Days of subscriptions that wait for their computation: `from_date` and all later ones. No call computes them while
 * its caller waits. `usage_days` states the last processed time of an organization, by its own clock and by that of the
 * machine.
 */
export const owedDays: SchemaMigration = {
  name: '082_owed_days',
  sql: `
    create table invoicing.owed_days (
      subscription_id uuid primary key,
      organization_id uuid not null,
      from_date date not null,
      version bigint not null default 1,
      attempts integer not null default 0,
      error text
    );
    create index owed_days_next on invoicing.owed_days (organization_id, attempts, from_date);
    ${protectTable('invoicing', 'owed_days')}
    alter table invoicing.usage_days add column looked_until timestamptz, add column looked_at timestamptz`,
};
