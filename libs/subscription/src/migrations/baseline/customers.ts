import { protectTable } from '@tollgate/platform';

/** Customers, their imports and integrations. */
export const customerTables = `
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
      finalize_zero_amount_invoice text not null
        check (finalize_zero_amount_invoice in ('inherit', 'skip', 'finalize')),
      skip_invoice_custom_sections boolean not null,
      invoice_grace_period integer check (invoice_grace_period >= 0),
      subscription_invoice_issuing_date_anchor text,
      subscription_invoice_issuing_date_adjustment text,
      document_locale text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      attached boolean,
      payment_provider text,
      payment_provider_code text,
      unique (organization_id, sequential_id)
    );
    create unique index customers_external_id on subscription.customers (organization_id, external_id)
      where deleted_at is null;
    create index customers_created_at on subscription.customers (organization_id, created_at desc, id)
      where deleted_at is null;
    create index customers_issuer on subscription.customers (billing_entity_id, id);
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
    ${protectTable('subscription', 'customer_sequences')}

    -- Customers whose due work failed.
    create table subscription.due_failures (
      organization_id uuid not null,
      customer_id uuid primary key references subscription.customers,
      tries integer not null default 1,
      retry_at timestamptz not null
    );
    ${protectTable('subscription', 'due_failures')}

    -- Checks of VAT numbers that wait, and the last answers.
    create table subscription.vat_checks (
      customer_id uuid references subscription.customers primary key,
      organization_id uuid not null,
      vat_number text not null,
      tries integer not null default 0,
      next_try_at timestamptz not null
    );
    create index vat_checks_next_try_at on subscription.vat_checks (next_try_at);
    ${protectTable('subscription', 'vat_checks')}

    create table subscription.vat_answers (
      organization_id uuid not null,
      vat_number text not null,
      answer jsonb not null,
      answered_at timestamptz not null,
      primary key (organization_id, vat_number)
    );
    ${protectTable('subscription', 'vat_answers')}

    create table subscription.data_imports (
      id uuid primary key,
      organization_id uuid not null,
      resource_type text not null,
      dry_run boolean not null,
      rows_total integer not null,
      created_at timestamptz not null,
      completed_at timestamptz,
      kept_since timestamptz not null default now()
    );
    create index data_imports_list on subscription.data_imports (organization_id, created_at desc, id);
    create index data_imports_age on subscription.data_imports (kept_since);
    ${protectTable('subscription', 'data_imports')}

    create table subscription.data_import_rows (
      organization_id uuid not null,
      data_import_id uuid not null references subscription.data_imports on delete cascade,
      line integer not null,
      given jsonb,
      outcome text check (outcome in ('created', 'updated', 'failed')),
      errors jsonb,
      tries integer not null default 0,
      primary key (data_import_id, line)
    );
    create index data_import_rows_waiting on subscription.data_import_rows (data_import_id, line)
      where outcome is null;
    ${protectTable('subscription', 'data_import_rows')}

    create table subscription.integrations (
      id uuid primary key,
      organization_id uuid not null,
      integration_type text not null,
      code text not null,
      name text,
      created_at timestamptz not null,
      constraint integrations_code unique (organization_id, integration_type, code)
    );
    ${protectTable('subscription', 'integrations')}

    create table subscription.integration_customers (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null references subscription.customers,
      integration_id uuid not null references subscription.integrations,
      integration_type text not null,
      external_customer_id text,
      sync_with_provider boolean,
      subsidiary_id text,
      targeted_object text,
      created_at timestamptz not null,
      unique (customer_id, integration_type)
    );
    ${protectTable('subscription', 'integration_customers')}`;
