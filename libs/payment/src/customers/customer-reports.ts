import type { Instant, TenantTransaction } from '@tollgate/platform';
import type { ConnectionRow } from '../model/connections/provider-connections.repository.js';
import type { ProviderError } from '../model/payments/payments.tables.js';

/** Publishes that a provider has a customer. */
export const publishCreated = (transaction: TenantTransaction, customerId: string, at: Instant): Promise<void> =>
  transaction.append('customer.payment_provider_created', customerId, { customer_id: customerId }, at);

/** Publishes that a provider refused a customer, in its own words. */
export const publishRefusal = (
  transaction: TenantTransaction,
  customerId: string,
  connection: ConnectionRow,
  { message, error_code }: ProviderError,
  at: Instant,
): Promise<void> =>
  transaction.append(
    'customer.payment_provider_error',
    customerId,
    { ...connectionNames(connection), customer_id: customerId, provider_error: { message, error_code } },
    at,
  );

/** The names of a connection in messages. */
export const connectionNames = ({ provider, code }: ConnectionRow) => ({
  payment_provider: provider,
  payment_provider_code: code,
});
