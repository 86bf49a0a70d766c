import type { SchemaMigration } from '@tollgate/platform';

/**
 * When a row changed last, for lists by their time of update; null for one that never changed. A trigger writes it.
 * The indexes cost a change next to nothing: PostgreSQL keeps them by blocks, and rows stay in their place.
 */
export const timesOfChanges: SchemaMigration = {
  name: '025_times_of_changes',
  sql: `
    alter table payment.dunning_campaigns add column changed_at timestamptz;
    alter table payment.payment_receipts add column changed_at timestamptz;
    alter table payment.payment_requests add column changed_at timestamptz;
    alter table payment.payments add column changed_at timestamptz;
    create index if not exists payment_receipts_changed on payment.payment_receipts using brin (greatest(changed_at, created_at)) with (pages_per_range = 8);
    create index if not exists payments_changed on payment.payments using brin (greatest(changed_at, created_at)) with (pages_per_range = 8);`,
};
