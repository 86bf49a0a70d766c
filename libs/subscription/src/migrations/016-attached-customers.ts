import type { SchemaMigration } from '@tollgate/platform';

/** Whether something was ever given to a customer by another service, unknown for those that were there before; and its provider. */
export const attachedCustomers: SchemaMigration = {
  name: '087_attached_customers',
  sql: `
    alter table subscription.customers add column attached boolean,
      add column payment_provider text, add column payment_provider_code text`,
};
