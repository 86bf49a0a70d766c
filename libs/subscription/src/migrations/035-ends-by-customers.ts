import type { SchemaMigration } from '@tollgate/platform';

/** Ends that customers chose in the portal, with the agreed end before them: taking one back restores that. */
export const endsByCustomers: SchemaMigration = {
  name: '106_ends_by_customers',
  sql: `
    alter table subscription.subscriptions add column ending_requested_at timestamptz;
    alter table subscription.subscriptions add column ending_reason text;
    alter table subscription.subscriptions add column replaced_ending_at timestamptz;`,
};
