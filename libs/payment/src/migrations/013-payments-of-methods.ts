import type { SchemaMigration } from '@tollgate/platform';

/**
 * Finds the last payment by a method, because a campaign does not repeat one that was declined for good. Also finds
 * removed methods, which no event of a provider brings back, and events to delete.
 */
export const paymentsOfMethods: SchemaMigration = {
  name: '013_payments_of_methods',
  sql: `
    create index payments_method on payment.payments (payment_method_id, created_at desc, id desc)
      where payment_method_id is not null;
    create index payment_methods_known on payment.payment_methods (connection_id, provider_method_id);
    create index provider_events_applied on payment.provider_events (received_at) where handled_at is not null`,
};
