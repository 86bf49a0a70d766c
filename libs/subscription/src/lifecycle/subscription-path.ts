import { NotFound, ValidationFailed, type TenantTransaction, type Instant } from '@tollgate/platform';
import { catchUp } from './catch-up.js';
import {
  lockExternalId,
  subscriptionsByExternalId,
  type SubscriptionRow,
} from '../model/subscriptions/subscriptions.repository.js';

/**
 * Identifies the subscription of a path: the active one with an external id, unless the request names another status.
 */
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
  transaction: TenantTransaction,
  { externalId, status }: SubscriptionPath,
): Promise<SubscriptionRow> {
  const row = (await subscriptionsByExternalId(transaction, externalId)).find((each) => each.status === status);
  if (!row) throw new NotFound('subscription');
  return row;
}

/**
 * Locks it for a change at an instant (Unix ms): changes of one external id run serially, after its due work.
 * @throws NotFound
 */
export async function lockedSubscriptionOfPath(
  transaction: TenantTransaction,
  path: SubscriptionPath,
  now: Instant,
): Promise<SubscriptionRow> {
  await lockExternalId(transaction, path.externalId);
  await catchUp(transaction, { externalId: path.externalId }, now);
  return subscriptionOfPath(transaction, path);
}

/**
 * Locks it for a change of its prices, which stay while it waits for its payment (customers, section 5).
 * @throws NotFound, ValidationFailed
 */
export async function lockedPricesOfPath(
  transaction: TenantTransaction,
  path: SubscriptionPath,
  now: Instant,
): Promise<SubscriptionRow> {
  const row = await lockedSubscriptionOfPath(transaction, path, now);
  if (row.status === 'incomplete') throw new ValidationFailed({ base: ['subscription_incomplete'] });
  return row;
}
