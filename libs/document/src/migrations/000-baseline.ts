import { protectTable, type Baseline } from '@tollgate/platform';

/** Documents, their files and mails, at release 0.2.0. */
export const baseline: Baseline = {
  release: '0.2.0',
  names: [
    '001_traces',
    '002_documents',
    '003_data_exports',
    '004_mails',
    '005_request_mails',
    '006_logos',
    '007_asked_mails',
    '008_drawn_files',
  ],
  sql: `
    -- Files of comma-separated values, in the parts in which they are written.
    create table document.data_exports (
      id uuid primary key,
      organization_id uuid not null,
      resource_type text not null,
      filters jsonb not null,
      status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'expired')),
      error text,
      until timestamptz not null,
      last_id uuid,
      parts integer not null default 0,
      records_total integer,
      records_done integer not null default 0,
      rows_written integer not null default 0,
      size_bytes bigint not null default 0,
      key text not null,
      created_at timestamptz not null,
      completed_at timestamptz,
      expires_at timestamptz
    );
    create index data_exports_list on document.data_exports (organization_id, created_at desc, id);
    create index data_exports_expiry on document.data_exports (expires_at) where status in ('completed', 'failed');
    ${protectTable('document', 'data_exports')}

    create table document.data_export_parts (
      organization_id uuid not null,
      data_export_id uuid not null references document.data_exports on delete cascade,
      number integer not null,
      content text not null,
      primary key (data_export_id, number)
    );
    ${protectTable('document', 'data_export_parts')}

    -- Mails with documents, from their request until some time after they were sent.
    create table document.mails (
      id uuid primary key,
      organization_id uuid not null,
      kind text not null check (kind in ('invoice', 'credit_note', 'payment_receipt', 'payment_request')),
      subject_id uuid not null,
      recipients jsonb not null,
      created_at timestamptz not null default now(),
      sent_at timestamptz,
      asked_for boolean not null default false
    );
    create index mails_unsent on document.mails (created_at) where sent_at is null;
    create index mails_sent on document.mails (sent_at) where sent_at is not null;
    create index mails_asked_for on document.mails (organization_id, created_at) where asked_for;
    ${protectTable('document', 'mails')}

    -- The logos on documents. Each is stored once, as it was at the issue of the first of them.
    create table document.logos (
      organization_id uuid not null,
      digest text not null,
      image bytea not null,
      primary key (organization_id, digest)
    );
    ${protectTable('document', 'logos')}

    -- The contents of documents at their issue; their files are made from these.
    create table document.documents (
      id uuid primary key,
      organization_id uuid not null,
      kind text not null check (kind in ('invoice', 'credit_note', 'payment_receipt')),
      subject_id uuid not null,
      number text not null,
      contents jsonb not null,
      key text not null,
      created_at timestamptz not null,
      logo_digest text,
      unique (kind, subject_id),
      constraint documents_logo foreign key (organization_id, logo_digest)
        references document.logos(organization_id, digest)
    );
    ${protectTable('document', 'documents')}

    -- The drawn files of documents. Each is drawn once, at its first request.
    create table document.drawn_files (
      document_id uuid primary key references document.documents,
      organization_id uuid not null,
      content bytea not null,
      sha256 text not null,
      drawn_at timestamptz not null default now()
    );
    ${protectTable('document', 'drawn_files')}`,
};
