import type { SchemaMigration } from '@tollgate/platform';

export const customersOfIssuers: SchemaMigration = {
  name: '084_customers_of_issuers',
  sql: 'create index customers_issuer on subscription.customers (billing_entity_id, id)',
};
