import type { SchemaMigration } from '@tollgate/platform';

/** Texts of issuers, taxes and sections in further languages, beside the plain ones. */
export const textsPerLanguage: SchemaMigration = {
  name: '045_texts_per_language',
  sql: `
    alter table catalog.billing_entities
      add column payment_terms_translations jsonb not null default '{}',
      add column invoice_footer_translations jsonb not null default '{}';
    alter table catalog.taxes add column name_translations jsonb not null default '{}';
    alter table catalog.invoice_custom_sections
      add column details_translations jsonb not null default '{}',
      add column display_name_translations jsonb not null default '{}'`,
};
