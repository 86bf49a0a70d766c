import type { SchemaMigration } from '@tollgate/platform';

/** The link of a customer to its payment provider: its id there, who creates it, and the ways to pay that it may use. */
export const providerCustomers: SchemaMigration = {
  name: '095_provider_customers',
  sql: `
    alter table subscription.customers add column provider_customer_id text,
      add column sync_with_provider boolean, add column provider_payment_methods jsonb`,
};
