import type { SchemaMigration } from '@tollgate/platform';

/** A paragraph of an issuer in its e-mails to customers, with further languages. */
export const emailTexts: SchemaMigration = {
  name: '051_email_texts',
  sql: `
    alter table catalog.billing_entities
      add column email_text text,
      add column email_text_translations jsonb not null default '{}'`,
};
