import type { SchemaMigration } from '@tollgate/platform';

/**
 * When a row changed last, for lists by their time of update; null for one that never changed. A trigger writes it.
 */
export const timesOfChanges: SchemaMigration = {
  name: '054_times_of_changes',
  sql: `
    alter table catalog.add_ons add column changed_at timestamptz;
    alter table catalog.billable_metrics add column changed_at timestamptz;
    alter table catalog.billing_entities add column changed_at timestamptz;
    alter table catalog.coupons add column changed_at timestamptz;
    alter table catalog.features add column changed_at timestamptz;
    alter table catalog.invoice_custom_sections add column changed_at timestamptz;
    alter table catalog.plans add column changed_at timestamptz;
    alter table catalog.taxes add column changed_at timestamptz;`,
};
