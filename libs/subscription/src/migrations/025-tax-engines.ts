import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * Whether an integration is a connected tax engine, which taxes the customers that are linked to it. Customers have an
 * error if an engine refuses their address.
 */
export const taxEngines: SchemaMigration = {
  name: '096_tax_engines',
  sql: `
    alter table subscription.integrations add column connected boolean not null default false;
    create table subscription.customer_errors (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null references subscription.customers,
      error_code text not null,
      details jsonb not null,
      created_at timestamptz not null,
      unique (customer_id, error_code)
    );
    ${protectTable('subscription', 'customer_errors')}`,
};
