import type { PortalSettings } from '@tollgate/contracts';
import { readPortalSettings } from '@tollgate/catalog/reader';
import { NotFound, type TenantTransaction } from '@tollgate/platform';
import { customersByIds, type CustomerRow } from '../../model/customers/customers.repository.js';
import { subscriptionsByExternalId, type SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';

/** A running subscription of a caller of the portal, and the portal of its issuer. */
export interface OwnSubscription {
  row: SubscriptionRow;
  customer: CustomerRow;
  settings: PortalSettings;
}

/** The customer's running subscription with this external id. @throws NotFound for none, and for another customer's */
export async function ownSubscription(
  transaction: TenantTransaction,
  customerId: string,
  externalId: string,
): Promise<OwnSubscription> {
  const rows = await subscriptionsByExternalId(transaction, externalId);
  const row = rows.find(({ status, customer_id: owner }) => status === 'active' && owner === customerId);
  const [customer] = await customersByIds(transaction, [customerId]);
  if (!row || !customer) throw new NotFound('subscription');
  return { row, customer, settings: await readPortalSettings(transaction, customer.billing_entity_id) };
}
