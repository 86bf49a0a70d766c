import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The texts that wallets, top-up rules and transactions select for the invoices of their sales. */
export const invoiceCustomSections: SchemaMigration = {
  name: '006_invoice_custom_sections',
  sql: `
    alter table wallet.wallets add column skip_invoice_custom_sections boolean not null default false;
    alter table wallet.recurring_rules add column skip_invoice_custom_sections boolean not null default false;
    alter table wallet.transactions add column skip_invoice_custom_sections boolean not null default false;
    create table wallet.selected_invoice_custom_sections (
      id uuid primary key,
      organization_id uuid not null,
      owner_id uuid not null,
      invoice_custom_section_id uuid not null,
      created_at timestamptz not null,
      unique (owner_id, invoice_custom_section_id)
    );
    ${protectTable('wallet', 'selected_invoice_custom_sections')}`,
};
