import type { SchemaMigration } from '@tollgate/platform';

/** Customers by name. An installation with many rows can create them beforehand without a lock (docs/contribute/migrations.md). */
export const customerListIndex: SchemaMigration = {
  name: '097_customer_list_index',
  sql: `
    create index if not exists customers_name on subscription.customers (organization_id, lower(coalesce(name, '')), id) where deleted_at is null;`,
};
