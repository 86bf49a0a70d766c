import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * Connections to accounting systems, and what each of them gets: contacts, invoices, credit notes and payments
 * (webhooks, section 20).
 */
export const accounting: SchemaMigration = {
  name: '090_accounting',
  sql: `
    create table invoicing.accounting_providers (
      id uuid primary key,
      organization_id uuid not null,
      provider text not null,
      code text not null,
      name text not null,
      client_id text not null,
      secret text not null,
      tenant_id text,
      sync_invoices boolean not null,
      sync_credit_notes boolean not null,
      sync_payments boolean not null,
      mappings jsonb not null,
      rests_until timestamptz not null,
      claimed_until timestamptz not null,
      last_error text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index accounting_providers_code on invoicing.accounting_providers (organization_id, code)
      where deleted_at is null;
    ${protectTable('invoicing', 'accounting_providers')}
    create table invoicing.accounting_syncs (
      id uuid primary key,
      organization_id uuid not null,
      accounting_provider_id uuid not null references invoicing.accounting_providers,
      customer_id uuid not null,
      document_type text not null,
      document_id uuid not null,
      parent_id uuid references invoicing.accounting_syncs,
      external_id text,
      sent_digest text,
      requested boolean not null default false,
      status text not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      error_code text,
      error_message text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint accounting_syncs_document unique (accounting_provider_id, document_type, document_id)
    );
    create index accounting_syncs_owed on invoicing.accounting_syncs (accounting_provider_id, id) where status = 'owed';
    create index accounting_syncs_listed on invoicing.accounting_syncs (accounting_provider_id, created_at desc, id desc);
    create index accounting_syncs_of_document on invoicing.accounting_syncs (document_id);
    ${protectTable('invoicing', 'accounting_syncs')}`,
};
