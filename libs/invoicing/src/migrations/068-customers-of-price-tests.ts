import type { SchemaMigration } from '@tollgate/platform';

/** Filters of customers of a test, and the customer and the time of each result, for searches and files (catalog, section 22). */
export const customersOfPriceTests: SchemaMigration = {
  name: '112_customers_of_price_tests',
  sql: `
    -- Null: all customers.
    alter table invoicing.price_tests add column customer_filters jsonb;
    -- Null: stored by a process of the previous version.
    alter table invoicing.price_test_results add column customer_id uuid;
    -- By the clock of the organization.
    alter table invoicing.price_test_results add column created_at timestamptz not null default now();
    create index price_test_results_walked on invoicing.price_test_results (organization_id, created_at, id);
    create index price_test_results_of_test on invoicing.price_test_results (price_test_id, created_at, id);`,
};
