import type { SchemaMigration } from '@tollgate/platform';

/** Finds payments, refunds and methods by the ids that events of providers name. */
export const providerIds: SchemaMigration = {
  name: '011_provider_ids',
  sql: `
    create index payments_provider_id on payment.payments (provider_payment_id) where provider_payment_id is not null;
    create index payments_called_off on payment.payments (id) where cancel_requested_at is not null;
    create index refunds_provider_id on payment.refunds (provider_refund_id) where provider_refund_id is not null;
    create index payment_methods_provider_id on payment.payment_methods (connection_id, provider_method_id)
      where deleted_at is null;
    create index payment_methods_provider_customer on payment.payment_methods (connection_id, provider_customer_id)
      where deleted_at is null`,
};
