import type { SchemaMigration } from '@tollgate/platform';

/**
 * When a row changed last, for lists by their time of update; null for one that never changed. A trigger writes it.
 * The indexes cost a change next to nothing: PostgreSQL keeps them by blocks, and rows stay in their place.
 */
export const timesOfChanges: SchemaMigration = {
  name: '104_times_of_changes',
  sql: `
    alter table subscription.customers add column changed_at timestamptz;
    alter table subscription.subscriptions add column changed_at timestamptz;
    create index if not exists customers_changed on subscription.customers using brin (greatest(changed_at, updated_at)) with (pages_per_range = 8);
    create index if not exists subscriptions_changed on subscription.subscriptions using brin (greatest(changed_at, updated_at)) with (pages_per_range = 8);`,
};
