import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Mails with documents, from their request until some time after they were sent. */
export const mails: SchemaMigration = {
  name: '004_mails',
  sql: `
    create table document.mails (
      id uuid primary key,
      organization_id uuid not null,
      kind text not null check (kind in ('invoice', 'credit_note', 'payment_receipt')),
      subject_id uuid not null,
      recipients jsonb not null,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    );
    create index mails_unsent on document.mails (created_at) where sent_at is null;
    create index mails_sent on document.mails (sent_at) where sent_at is not null;
    ${protectTable('document', 'mails')}`,
};
