import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The e-invoices of documents, made at their issue, and why some could not be made. */
export const eInvoices: SchemaMigration = {
  name: '011_e_invoices',
  sql: `
    create table document.e_invoices (
      document_id uuid primary key references document.documents,
      organization_id uuid not null,
      embedded_profile text,
      embedded text,
      file_profile text,
      file text,
      sha256 text,
      faults jsonb not null
    );
    create index e_invoices_with_faults on document.e_invoices (organization_id) where faults <> '[]';
    ${protectTable('document', 'e_invoices')}`,
};
