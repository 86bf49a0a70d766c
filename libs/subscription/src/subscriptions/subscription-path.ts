import { NotFound, type Transaction } from '@tollgate/platform';
import type { SubscriptionDatabase } from '../subscription.database.js';
import { catchUp } from '../lifecycle/catch-up.js';
import { lockExternalId, subscriptionsByExternalId, type SubscriptionRow } from '../rows/subscriptions.repository.js';

/** Which subscription a path is about: the active one with an external id, unless another status is asked for. */
export interface SubscriptionPath {
  externalId: string;
  status: string;
}

export const pathOf = (
  externalId: string,
  query: { subscription_status?: string | undefined; status?: string | undefined },
): SubscriptionPath => ({
  externalId,
  status: query.subscription_status || query.status || 'active',
});

/** @throws NotFound */
export async function subscriptionOfPath(
  transaction: Transaction,
  organizationId: string,
  { externalId, status }: SubscriptionPath,
): Promise<SubscriptionRow> {
  const row = (await subscriptionsByExternalId(transaction, organizationId, externalId)).find(
    (each) => each.status === status,
  );
  if (!row) throw new NotFound('subscription');
  return row;
}

/** The same for a change at an instant (Unix ms): two of one external id come one after the other, and after what is due. @throws NotFound */
export async function lockedSubscriptionOfPath(
  transaction: Transaction,
  database: SubscriptionDatabase,
  organizationId: string,
  path: SubscriptionPath,
  now: number,
): Promise<SubscriptionRow> {
  await lockExternalId(transaction, organizationId, path.externalId);
  await catchUp(transaction, database, organizationId, { externalId: path.externalId }, now);
  return subscriptionOfPath(transaction, organizationId, path);
}
