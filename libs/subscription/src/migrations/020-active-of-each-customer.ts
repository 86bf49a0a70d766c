import type { SchemaMigration } from '@tollgate/platform';

/**
 * A customer has one active subscription of an external id. Another customer's pending one does not block it, and
 * starts on its day like any other (subscriptions, sections 3 and 3.4).
 */
export const activeOfEachCustomer: SchemaMigration = {
  name: '091_active_of_each_customer',
  sql: `
    drop index subscription.subscriptions_active_external_id;
    create unique index subscriptions_active_external_id on subscription.subscriptions (organization_id, customer_id, external_id)
      where status = 'active'`,
};
