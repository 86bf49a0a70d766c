import type { SchemaMigration } from '@tollgate/platform';

/** EU VAT and electronic invoices of issuers. */
export const issuerSettings: SchemaMigration = {
  name: '035_issuer_settings',
  sql: `
    alter table catalog.billing_entities
      add column eu_tax_management boolean not null default false,
      add column einvoicing boolean not null default false`,
};
