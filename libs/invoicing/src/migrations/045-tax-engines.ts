import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * Connections to tax engines, the invoices and fees whose taxes an engine has to compute, and the documents to report
 * to it (webhooks, section 19). Taxes of an engine are no taxes of the catalog, so they have no id there.
 */
export const taxEngines: SchemaMigration = {
  name: '089_tax_engines',
  sql: `
    create table invoicing.tax_providers (
      id uuid primary key,
      organization_id uuid not null,
      provider text not null,
      code text not null,
      name text not null,
      secret text not null,
      account_id text,
      company_code text,
      mappings jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index tax_providers_code on invoicing.tax_providers (organization_id, code) where deleted_at is null;
    ${protectTable('invoicing', 'tax_providers')}
    create table invoicing.tax_requests (
      invoice_id uuid primary key references invoicing.invoices on delete cascade,
      organization_id uuid not null,
      customer_id uuid not null,
      status text not null,
      tax_provider_id uuid,
      booked boolean not null default false,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      last_error text,
      taxes jsonb,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index tax_requests_owed on invoicing.tax_requests (next_attempt_at) where status in ('owed', 'answered');
    create index tax_requests_customer on invoicing.tax_requests (customer_id) where status in ('owed', 'answered');
    ${protectTable('invoicing', 'tax_requests')}
    create table invoicing.tax_reports (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      invoice_id uuid not null,
      document_id uuid not null,
      kind text not null,
      tax_provider_id uuid not null,
      status text not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      last_error text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (document_id, kind)
    );
    create index tax_reports_owed on invoicing.tax_reports (next_attempt_at) where status = 'owed';
    create index tax_reports_invoice on invoicing.tax_reports (invoice_id);
    ${protectTable('invoicing', 'tax_reports')}
    create table invoicing.uninvoiced_tax_requests (
      fee_id uuid primary key references invoicing.fees on delete cascade,
      organization_id uuid not null,
      customer_id uuid not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      last_error text,
      created_at timestamptz not null
    );
    create index uninvoiced_tax_requests_due on invoicing.uninvoiced_tax_requests (next_attempt_at);
    create index uninvoiced_tax_requests_customer on invoicing.uninvoiced_tax_requests (customer_id);
    ${protectTable('invoicing', 'uninvoiced_tax_requests')}
    alter table invoicing.fee_taxes alter column tax_id drop not null;
    alter table invoicing.invoice_taxes alter column tax_id drop not null;
    alter table invoicing.credit_note_taxes alter column tax_id drop not null`,
};
