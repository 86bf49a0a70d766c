import type { SchemaMigration } from '@tollgate/platform';

/**
 * The links name the customers that this installation created, and when the provider removes them. Customers of before
 * count as linked ones: nothing says who created them.
 */
export const removedCustomers: SchemaMigration = {
  name: '019_removed_customers',
  sql: `
    alter table payment.provider_customers
      add column is_ours boolean not null default false,
      add column removal_at timestamptz;
    create index provider_customers_removal on payment.provider_customers (removal_at) where removal_at is not null`,
};
