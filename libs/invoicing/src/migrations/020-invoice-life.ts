import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Columns for the life of invoices: metadata, overdue payments, deleted drafts, numbers of their issuer. */
export const invoiceLife: SchemaMigration = {
  name: '064_invoice_life',
  sql: `
    alter table invoicing.fees add column description text;
    alter table invoicing.invoices drop constraint invoices_status_check;
    alter table invoicing.invoices add constraint invoices_status_check
      check (status in ('draft', 'finalized', 'voided', 'failed', 'pending', 'closed', 'deleted')) not valid;
    alter table invoicing.invoices add column billing_entity_sequential_id integer;
    create table invoicing.billing_entity_sequences (
      organization_id uuid not null,
      billing_entity_id uuid primary key,
      last integer not null,
      interrupted boolean not null
    );
    ${protectTable('invoicing', 'billing_entity_sequences')}
    create table invoicing.invoice_metadata (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      key text not null,
      value text not null,
      position integer not null,
      created_at timestamptz not null
    );
    create unique index invoice_metadata_key on invoicing.invoice_metadata (invoice_id, key);
    create index invoice_metadata_search on invoicing.invoice_metadata (organization_id, key, value);
    ${protectTable('invoicing', 'invoice_metadata')}`,
};
