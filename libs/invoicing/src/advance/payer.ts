import { readTaxesOfBillingEntity } from '@tollgate/catalog/reader';
import type { Transaction } from '@tollgate/platform';
import { findSubscriptionsAt, readCustomerView, type SubscriptionView } from '@tollgate/subscription/reader';
import type { AdvancePayer } from './fee-lines.js';

/** Who pays for events of some instants (Unix ms): the subscription that each belongs to; null when none runs then. */
export async function findPayersAt(transaction: Transaction, organizationId: string, externalId: string, instants: number[]): Promise<(AdvancePayer | null)[]> {
  const subscriptions = await findSubscriptionsAt(transaction, organizationId, externalId, instants);
  const payers = new Map<SubscriptionView, AdvancePayer>();
  for (const subscription of new Set(subscriptions)) if (subscription) payers.set(subscription, await payerOf(transaction, organizationId, subscription));
  return subscriptions.map((subscription) => (subscription ? (payers.get(subscription) ?? null) : null));
}

/** The same at the present instant, of a subscription that is active. */
export async function findActivePayer(transaction: Transaction, organizationId: string, externalId: string, now: number): Promise<AdvancePayer | null> {
  if (externalId.trim() === '') return null;
  const [payer] = await findPayersAt(transaction, organizationId, externalId, [now]);
  return payer?.subscription.status === 'active' ? payer : null;
}

async function payerOf(transaction: Transaction, organizationId: string, subscription: SubscriptionView): Promise<AdvancePayer> {
  const customer = await readCustomerView(transaction, organizationId, subscription.customerId);
  return { subscription, customer, entityTaxes: await readTaxesOfBillingEntity(transaction, organizationId, customer.billingEntity.id) };
}
