import type { SchemaMigration } from '@tollgate/platform';

/** The orders of the list of subscriptions, and its counts by state. An installation with many rows can create them beforehand without a lock (docs/contribute/migrations.md). */
export const subscriptionListIndexes: SchemaMigration = {
  name: '098_subscription_list_indexes',
  sql: `
    create index if not exists subscriptions_created on subscription.subscriptions (organization_id, created_at desc, id);
    create index if not exists subscriptions_states on subscription.subscriptions (organization_id, status);`,
};
