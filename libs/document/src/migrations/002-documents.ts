import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The contents of documents at their issue; their files are made from these. */
export const documents: SchemaMigration = {
  name: '002_documents',
  sql: `
    create table document.documents (
      id uuid primary key,
      organization_id uuid not null,
      kind text not null check (kind in ('invoice', 'credit_note', 'payment_receipt')),
      subject_id uuid not null,
      number text not null,
      contents jsonb not null,
      key text not null,
      created_at timestamptz not null,
      unique (kind, subject_id)
    );
    ${protectTable('document', 'documents')}`,
};
