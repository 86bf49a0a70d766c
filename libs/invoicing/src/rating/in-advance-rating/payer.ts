import { readTaxesOfBillingEntity, type TaxView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { findSubscriptionsAt, readCustomerViews } from '@tollgate/subscription/reader';
import type { Payer } from '../../model/line-items/payer.js';

/** Finds the payers of events by external ids and instants (Unix ms); null without a running subscription. */
export async function findPayersAt(
  transaction: TenantTransaction,
  instants: { externalId: string; at: Instant }[],
): Promise<(Payer | null)[]> {
  const subscriptions = await findSubscriptionsAt(transaction, instants);
  const customerIds = new Set(subscriptions.flatMap((subscription) => (subscription ? [subscription.customerId] : [])));
  const customers = await readCustomerViews(transaction, [...customerIds]);
  const entityTaxes = new Map<string, TaxView[]>();
  for (const { billingEntity } of customers.values()) {
    if (!entityTaxes.has(billingEntity.id))
      entityTaxes.set(billingEntity.id, await readTaxesOfBillingEntity(transaction, billingEntity.id));
  }
  return subscriptions.map((subscription) => {
    const customer = subscription && customers.get(subscription.customerId);
    return customer ? { subscription, customer, entityTaxes: entityTaxes.get(customer.billingEntity.id) ?? [] } : null;
  });
}

/** Finds the payer of an active subscription at the present instant. */
export async function findActivePayer(
  transaction: TenantTransaction,
  externalId: string,
  now: Instant,
): Promise<Payer | null> {
  if (externalId.trim() === '') return null;
  const [payer] = await findPayersAt(transaction, [{ externalId, at: now }]);
  return payer?.subscription.status === 'active' ? payer : null;
}
