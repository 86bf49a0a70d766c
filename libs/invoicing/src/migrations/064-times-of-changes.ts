import type { SchemaMigration } from '@tollgate/platform';

/**
 * When a row changed last, for lists by their time of update; null for one that never changed. A trigger writes it.
 * The indexes cost a change next to nothing: PostgreSQL keeps them by blocks, and rows stay in their place.
 */
export const timesOfChanges: SchemaMigration = {
  name: '108_times_of_changes',
  sql: `
    alter table invoicing.applied_coupons add column changed_at timestamptz;
    alter table invoicing.credit_notes add column changed_at timestamptz;
    alter table invoicing.fees add column changed_at timestamptz;
    alter table invoicing.invoices add column changed_at timestamptz;
    create index if not exists credit_notes_changed on invoicing.credit_notes using brin (greatest(changed_at, updated_at)) with (pages_per_range = 8);
    create index if not exists fees_changed on invoicing.fees using brin (greatest(changed_at, created_at)) with (pages_per_range = 8);
    create index if not exists invoices_changed on invoicing.invoices using brin (greatest(changed_at, updated_at)) with (pages_per_range = 8);`,
};
