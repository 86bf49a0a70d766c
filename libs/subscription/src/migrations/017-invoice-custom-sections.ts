import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The texts that customers and subscriptions have selected for their invoices. */
export const invoiceCustomSections: SchemaMigration = {
  name: '088_invoice_custom_sections',
  sql: `
    alter table subscription.subscriptions add column skip_invoice_custom_sections boolean not null default false;
    create table subscription.selected_invoice_custom_sections (
      id uuid primary key,
      organization_id uuid not null,
      owner_id uuid not null,
      invoice_custom_section_id uuid not null,
      created_at timestamptz not null,
      unique (owner_id, invoice_custom_section_id)
    );
    ${protectTable('subscription', 'selected_invoice_custom_sections')}`,
};
