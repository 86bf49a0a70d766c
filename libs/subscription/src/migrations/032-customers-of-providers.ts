import type { SchemaMigration } from '@tollgate/platform';

/** Customers by their id at a payment provider: usage may name them by it. */
export const customersOfProviders: SchemaMigration = {
  name: '103_customers_of_providers',
  sql: `
    create index if not exists customers_provider_customer on subscription.customers (organization_id, provider_customer_id)
      where provider_customer_id is not null and deleted_at is null;`,
};
