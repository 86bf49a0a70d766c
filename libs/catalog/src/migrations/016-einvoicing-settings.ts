import type { SchemaMigration } from '@tollgate/platform';

/** What the e-invoices of issuers need beyond their other fields. */
export const einvoicingSettings: SchemaMigration = {
  name: '043_einvoicing_settings',
  sql: `alter table catalog.billing_entities add column einvoicing_settings jsonb not null default '{}'`,
};
