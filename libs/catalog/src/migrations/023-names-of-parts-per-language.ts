import type { SchemaMigration } from '@tollgate/platform';

/** Names of charge filters, minimum commitments and coupons in further languages, beside the plain ones. */
export const namesOfPartsPerLanguage: SchemaMigration = {
  name: '050_names_of_parts_per_language',
  sql: `
    alter table catalog.charge_filters add column invoice_display_name_translations jsonb not null default '{}';
    alter table catalog.minimum_commitments add column invoice_display_name_translations jsonb not null default '{}';
    alter table catalog.coupons add column name_translations jsonb not null default '{}'`,
};
