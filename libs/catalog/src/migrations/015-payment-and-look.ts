import type { SchemaMigration } from '@tollgate/platform';

/** How customers pay an issuer by bank transfer, and the look of its documents. */
export const paymentAndLook: SchemaMigration = {
  name: '042_payment_and_look',
  sql: `
    alter table catalog.billing_entities
      add column bank_account_holder text,
      add column bank_account_iban text,
      add column bank_account_bic text,
      add column payment_terms text,
      add column document_paper text not null default 'A4',
      add column document_accent_color text`,
};
