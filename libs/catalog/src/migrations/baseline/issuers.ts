import { protectTable } from '@tollgate/platform';

/** Taxes, and the billing entities that issue invoices. */
export const issuerTables = `
    create table catalog.taxes (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      rate numeric not null,
      description text,
      created_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index taxes_code on catalog.taxes (organization_id, code) where deleted_at is null;
    ${protectTable('catalog', 'taxes')}

    create table catalog.billing_entities (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      default_currency text not null,
      timezone text not null,
      country text,
      email text,
      legal_name text,
      legal_number text,
      tax_identification_number text,
      address_line1 text,
      address_line2 text,
      city text,
      state text,
      zipcode text,
      phone text,
      document_numbering text not null default 'per_customer'
        check (document_numbering in ('per_customer', 'per_billing_entity')),
      document_number_prefix text not null,
      document_locale text not null,
      invoice_footer text,
      net_payment_term integer not null check (net_payment_term >= 0),
      invoice_grace_period integer not null check (invoice_grace_period >= 0),
      subscription_invoice_issuing_date_anchor text not null,
      subscription_invoice_issuing_date_adjustment text not null,
      finalize_zero_amount_invoice boolean not null,
      email_settings jsonb not null default '[]',
      created_at timestamptz not null,
      updated_at timestamptz not null,
      archived_at timestamptz,
      eu_tax_management boolean not null default false,
      einvoicing boolean not null default false,
      logo_url text
    );
    create unique index billing_entities_code on catalog.billing_entities (organization_id, code)
      where archived_at is null;
    ${protectTable('catalog', 'billing_entities')}

    create table catalog.billing_entity_taxes (
      organization_id uuid not null,
      billing_entity_id uuid not null references catalog.billing_entities,
      tax_id uuid not null references catalog.taxes,
      primary key (billing_entity_id, tax_id)
    );
    ${protectTable('catalog', 'billing_entity_taxes')}

    -- Texts for invoices, and the selections of issuers.
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
    ${protectTable('catalog', 'billing_entity_invoice_custom_sections')}

    -- Logos of issuers: the upload, and the picture for printing.
    create table catalog.logos (
      billing_entity_id uuid primary key references catalog.billing_entities,
      organization_id uuid not null,
      key text not null unique,
      type text not null check (type in ('image/png', 'image/jpeg')),
      content bytea not null,
      digest text not null,
      printed bytea not null
    );
    ${protectTable('catalog', 'logos')}`;
