import type { SchemaMigration } from '@tollgate/platform';

/** Settings of customers for e-invoices, beyond their other fields. */
export const einvoicingSettings: SchemaMigration = {
  name: '092_einvoicing_settings',
  sql: `alter table subscription.customers add column einvoicing_settings jsonb not null default '{}'`,
};
