import type { SchemaMigration } from '@tollgate/platform';

/** Names of plans, charges, add-ons and metrics in further languages, beside the plain ones. */
export const itemNamesPerLanguage: SchemaMigration = {
  name: '046_item_names_per_language',
  sql: `
    alter table catalog.plans add column invoice_display_name_translations jsonb not null default '{}';
    alter table catalog.charges add column invoice_display_name_translations jsonb not null default '{}';
    alter table catalog.fixed_charges add column invoice_display_name_translations jsonb not null default '{}';
    alter table catalog.add_ons add column invoice_display_name_translations jsonb not null default '{}';
    alter table catalog.billable_metrics add column name_translations jsonb not null default '{}'`,
};
