import type { SchemaMigration } from '@tollgate/platform';

/** The index by which a sign-in finds customers: each of their e-mail addresses, which commas separate. */
export const addressesOfCustomers: SchemaMigration = {
  name: '107_addresses_of_customers',
  sql: `
    create index customers_by_email on subscription.customers
      using gin (string_to_array(lower(replace(email, ' ', '')), ',')) where deleted_at is null and email is not null;`,
};
