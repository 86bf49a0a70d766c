import type { SchemaMigration } from '@tollgate/platform';

/** Settings of issuers for e-invoices, beyond their other fields. */
export const einvoicingSettings: SchemaMigration = {
  name: '043_einvoicing_settings',
  sql: `alter table catalog.billing_entities add column einvoicing_settings jsonb not null default '{}'`,
};
