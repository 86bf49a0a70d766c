import { newId, type Instant, type TenantTransaction } from '@tollgate/platform';
import type { MethodDetails } from '../model/connections/providers.tables.js';
import type { ProviderMethod } from '../providers/ports/methods.js';
import { publishNewDefault } from '../model/customers/new-default.js';
import {
  insertMethod,
  isKnownMethod,
  lockMethods,
  makeDefault,
  methodsAtProvider,
  removeMethods,
  setDetails,
  type PaymentMethodRow,
} from '../model/connections/provider-connections.repository.js';

/** A method that a provider has stored for its customer. */
export interface AttachedMethod {
  connectionId: string;
  providerCustomerId: string;
  method: ProviderMethod;
}

/**
 * Stores a provider's method as the default of a customer, whose pending invoices are charged by it (webhooks, sections
 * 11.6 and 14). A known method is not created again.
 * @param now Unix ms
 */
export async function attachMethod(
  transaction: TenantTransaction,
  customerId: string,
  { connectionId, providerCustomerId, method }: AttachedMethod,
  now: Instant,
): Promise<PaymentMethodRow> {
  const { id: methodId } = method;
  const details = detailsWithMandate(method);
  await lockMethods(transaction, customerId);
  const known = (await methodsAtProvider(transaction, connectionId, { methodId })).find(
    (row) => row.customer_id === customerId,
  );
  const row: PaymentMethodRow = known ?? {
    id: newId(),
    organization_id: transaction.organizationId,
    customer_id: customerId,
    connection_id: connectionId,
    provider_customer_id: providerCustomerId,
    provider_method_id: methodId,
    is_default: true,
    details,
    created_at: new Date(now),
    deleted_at: null,
  };
  if (known) await makeDefault(transaction, known);
  else await insertMethod(transaction, row);
  await publishNewDefault(transaction, customerId, now);
  return { ...row, is_default: true };
}

/** The details of a method, with the payer's agreement to direct debits. */
const detailsWithMandate = ({ details, mandateId }: ProviderMethod): MethodDetails | null =>
  details && details.type !== 'card' && mandateId !== null ? { ...details, mandateId } : details;

/** Stores the details of a method that a provider reports; it may be unknown here. */
export async function updateReportedMethod(
  transaction: TenantTransaction,
  connectionId: string,
  method: ProviderMethod,
): Promise<void> {
  const { id: methodId } = method;
  const details = detailsWithMandate(method);
  if (details === null) return;
  for (const { id } of await methodsAtProvider(transaction, connectionId, { methodId }))
    await setDetails(transaction, id, details);
}

/** Removes a method that is gone at its provider; a customer that it paid for has no default then. */
export async function detachReportedMethod(
  transaction: TenantTransaction,
  connectionId: string,
  methodId: string,
  now: Instant,
): Promise<void> {
  for (const { customer_id: customerId } of await methodsAtProvider(transaction, connectionId, { methodId })) {
    await lockMethods(transaction, customerId);
    await removeMethods(transaction, connectionId, { customerId, methodId }, now);
  }
}

/**
 * Follows the default method of a provider's customer.
 * @returns whether the method is known here, perhaps as a removed one
 */
export async function followDefault(
  transaction: TenantTransaction,
  connectionId: string,
  { customerId: providerCustomerId, methodId }: { customerId: string; methodId: string },
  now: Instant,
): Promise<boolean> {
  if (!(await isKnownMethod(transaction, connectionId, methodId))) return false;
  for (const { customer_id: customerId } of await methodsAtProvider(transaction, connectionId, { methodId })) {
    await lockMethods(transaction, customerId);
    const methods = await methodsAtProvider(transaction, connectionId, { methodId });
    const method = methods.find((row) => row.customer_id === customerId);
    if (!method || method.provider_customer_id !== providerCustomerId || method.is_default) continue;
    await makeDefault(transaction, method);
    await publishNewDefault(transaction, customerId, now);
  }
  return true;
}
