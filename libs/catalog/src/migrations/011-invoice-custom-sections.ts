import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Texts for invoices, and the selections of issuers. */
export const invoiceCustomSections: SchemaMigration = {
  name: '038_invoice_custom_sections',
  sql: `
    create table catalog.invoice_custom_sections (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      description text,
      details text,
      display_name text,
      created_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index invoice_custom_sections_code on catalog.invoice_custom_sections (organization_id, code)
      where deleted_at is null;
    ${protectTable('catalog', 'invoice_custom_sections')}
    create table catalog.billing_entity_invoice_custom_sections (
      organization_id uuid not null,
      billing_entity_id uuid not null references catalog.billing_entities,
      invoice_custom_section_id uuid not null references catalog.invoice_custom_sections,
      primary key (billing_entity_id, invoice_custom_section_id)
    );
    create index billing_entity_invoice_custom_sections_section
      on catalog.billing_entity_invoice_custom_sections (invoice_custom_section_id);
    ${protectTable('catalog', 'billing_entity_invoice_custom_sections')}`,
};
