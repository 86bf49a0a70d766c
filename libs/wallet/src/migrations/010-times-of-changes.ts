import type { SchemaMigration } from '@tollgate/platform';

/**
 * When a row changed last, for lists by their time of update; null for one that never changed. A trigger writes it.
 * The indexes cost a change next to nothing: PostgreSQL keeps them by blocks, and rows stay in their place.
 */
export const timesOfChanges: SchemaMigration = {
  name: '010_times_of_changes',
  sql: `
    alter table wallet.transactions add column changed_at timestamptz;
    alter table wallet.wallets add column changed_at timestamptz;
    create index if not exists transactions_changed on wallet.transactions using brin (greatest(changed_at, created_at)) with (pages_per_range = 8);
    create index if not exists wallets_changed on wallet.wallets using brin (greatest(changed_at, updated_at)) with (pages_per_range = 8);`,
};
