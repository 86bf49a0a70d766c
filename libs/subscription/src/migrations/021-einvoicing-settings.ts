import type { SchemaMigration } from '@tollgate/platform';

/** What the e-invoices of customers need beyond their other fields. */
export const einvoicingSettings: SchemaMigration = {
  name: '092_einvoicing_settings',
  sql: `alter table subscription.customers add column einvoicing_settings jsonb not null default '{}'`,
};
