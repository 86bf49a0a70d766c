import { readTaxesOfBillingEntity } from '@tollgate/catalog/reader';
import type { Transaction } from '@tollgate/platform';
import { findSubscriptionAt, readCustomerView, type SubscriptionView } from '@tollgate/subscription/reader';
import type { AdvancePayer } from './fee-lines.js';

/** Who pays for an event of an instant (Unix ms): the subscription that it belongs to; null when none runs then. */
export async function findPayerAt(transaction: Transaction, organizationId: string, externalId: string, at: number): Promise<AdvancePayer | null> {
  const subscription = await findSubscriptionAt(transaction, organizationId, externalId, at);
  return subscription ? payerOf(transaction, organizationId, subscription) : null;
}

/** The same at the present instant, of a subscription that is active. */
export async function findActivePayer(transaction: Transaction, organizationId: string, externalId: string, now: number): Promise<AdvancePayer | null> {
  if (externalId.trim() === '') return null;
  const payer = await findPayerAt(transaction, organizationId, externalId, now);
  return payer?.subscription.status === 'active' ? payer : null;
}

async function payerOf(transaction: Transaction, organizationId: string, subscription: SubscriptionView): Promise<AdvancePayer> {
  const customer = await readCustomerView(transaction, organizationId, subscription.customerId);
  return { subscription, customer, entityTaxes: await readTaxesOfBillingEntity(transaction, organizationId, customer.billingEntity.id) };
}
