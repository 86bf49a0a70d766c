import type { SchemaMigration } from '@tollgate/platform';

/** Whether another service ever attached something to a customer, unknown for existing customers; and its provider. */
export const attachedCustomers: SchemaMigration = {
  name: '087_attached_customers',
  sql: `
    alter table subscription.customers add column attached boolean,
      add column payment_provider text, add column payment_provider_code text`,
};
