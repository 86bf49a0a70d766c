import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The texts on invoices, as they were when these became final, and the selections of texts for single invoices. */
export const invoiceCustomSections: SchemaMigration = {
  name: '071_invoice_custom_sections',
  sql: `
    create table invoicing.invoice_custom_sections (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices,
      code text not null,
      name text not null,
      display_name text,
      details text,
      position int not null,
      created_at timestamptz not null,
      unique (invoice_id, position)
    );
    ${protectTable('invoicing', 'invoice_custom_sections')}`,
};
