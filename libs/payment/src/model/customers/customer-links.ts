import type { TenantTransaction } from '@tollgate/platform';
import { connectionsByIds, newestMethod, type ConnectionRow } from '../connections/provider-connections.repository.js';
import { findProviderCustomer, type ProviderCustomerRow } from './provider-customers.repository.js';

/** How a customer pays at a provider. */
export interface CustomerLink {
  /** Perhaps a removed one. */
  connection: ConnectionRow;
  /** The customer's id there; null until the provider has created it. */
  providerCustomerId: string | null;
  methodTypes: readonly string[];
}

/** A bank transfer: it needs no stored method (webhooks, section 10.2). */
const balance = 'customer_balance';

/** Finds the customer's link to a provider: its own, else that of its default or newest method. */
export async function findLink(transaction: TenantTransaction, customerId: string): Promise<CustomerLink | undefined> {
  const own = await findProviderCustomer(transaction, customerId);
  const method = own ? undefined : await newestMethod(transaction, customerId);
  const connectionId = own?.connection_id ?? method?.connection_id ?? '';
  const connection =
    connectionId === '' ? undefined : (await connectionsByIds(transaction, [connectionId])).get(connectionId);
  return (
    connection && {
      connection,
      providerCustomerId: own ? own.provider_customer_id : (method?.provider_customer_id ?? null),
      methodTypes: own?.method_types ?? ['card'],
    }
  );
}

/** The name of the provider by which a customer pays; null without one, or when its connection is gone. */
export async function readPayingProvider(transaction: TenantTransaction, customerId: string): Promise<string | null> {
  const link = await findLink(transaction, customerId);
  return link?.connection.deleted_at === null && link.providerCustomerId !== null ? link.connection.provider : null;
}

/** Whether a customer pays by bank transfer alone. */
export const paysByTransfer = ({ method_types: types, provider_customer_id: id }: ProviderCustomerRow): boolean =>
  id !== null && types.length === 1 && types[0] === balance;
