import type { SchemaMigration } from '@tollgate/platform';

/** The places of e-invoices, the keys that sign their addresses, and why those of credit notes are missing. */
export const eInvoices: SchemaMigration = {
  name: '085_e_invoices',
  sql: `
    alter table invoicing.invoices add column xml_file jsonb;
    alter table invoicing.credit_notes add column xml_file jsonb;
    alter table invoicing.credit_notes add column error_details jsonb not null default '[]'`,
};
