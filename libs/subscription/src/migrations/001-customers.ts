import { protectTable, type SchemaMigration } from '@tollgate/platform';

export const customers: SchemaMigration = {
  name: '001_customers',
  sql: `
    create table subscription.customers (
      id uuid primary key,
      organization_id uuid not null,
      external_id text not null,
      sequential_id integer not null,
      slug text not null,
      billing_entity_id uuid not null,
      account_type text not null check (account_type in ('customer', 'partner')),
      customer_type text check (customer_type in ('company', 'individual')),
      name text,
      firstname text,
      lastname text,
      email text,
      address_line1 text,
      address_line2 text,
      city text,
      state text,
      zipcode text,
      country text,
      shipping_address jsonb not null,
      phone text,
      url text,
      logo_url text,
      legal_name text,
      legal_number text,
      tax_identification_number text,
      external_salesforce_id text,
      currency text,
      timezone text,
      net_payment_term integer check (net_payment_term >= 0),
      finalize_zero_amount_invoice text not null check (finalize_zero_amount_invoice in ('inherit', 'skip', 'finalize')),
      skip_invoice_custom_sections boolean not null,
      invoice_grace_period integer check (invoice_grace_period >= 0),
      subscription_invoice_issuing_date_anchor text,
      subscription_invoice_issuing_date_adjustment text,
      document_locale text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      unique (organization_id, sequential_id)
    );
    create unique index customers_external_id on subscription.customers (organization_id, external_id) where deleted_at is null;
    create index customers_created_at on subscription.customers (organization_id, created_at desc, id) where deleted_at is null;
    ${protectTable('subscription', 'customers')}
    create table subscription.customer_metadata (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null references subscription.customers,
      key text not null,
      value text not null,
      display_in_invoice boolean not null,
      created_at timestamptz not null
    );
    create unique index customer_metadata_key on subscription.customer_metadata (customer_id, key);
    ${protectTable('subscription', 'customer_metadata')}
    create table subscription.customer_taxes (
      organization_id uuid not null,
      customer_id uuid not null references subscription.customers,
      tax_id uuid not null,
      primary key (customer_id, tax_id)
    );
    ${protectTable('subscription', 'customer_taxes')}
    create table subscription.customer_sequences (
      organization_id uuid primary key,
      last integer not null
    );
    ${protectTable('subscription', 'customer_sequences')}`,
};
