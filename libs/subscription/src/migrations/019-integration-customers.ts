import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Other systems, and the names of customers in them: one of each type. */
export const integrationCustomers: SchemaMigration = {
  name: '090_integration_customers',
  sql: `
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
    ${protectTable('subscription', 'integration_customers')}`,
};
