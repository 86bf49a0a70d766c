import { NotFound, type TenantTransaction, type Instant } from '@tollgate/platform';
import {
  readOwnUnits,
  readSubscriptionResources,
  readSubscriptionsByExternalId,
  type CustomerView,
  type SubscriptionView,
} from '@tollgate/subscription/reader';
import { unitsOf, type StoredSubscription, type Successor } from './preview.js';

/** The maximum number of subscriptions in a preview, which exceeds any readable invoice. */
const mostSubscriptions = 100;

/**
 * The running subscriptions of a customer with these external ids. A single pending one counts as started. @throws
 * NotFound
 */
export async function storedSubscriptions(
  transaction: TenantTransaction,
  customer: CustomerView,
  { externalIds, now }: { externalIds: string[]; now: Instant },
): Promise<StoredSubscription[]> {
  const requestedIds = [...new Set(externalIds)].slice(0, mostSubscriptions);
  const subscriptions: { view: SubscriptionView; successor: SubscriptionView | null }[] = [];
  for (const externalId of requestedIds) {
    const customerSubscriptions = (await readSubscriptionsByExternalId(transaction, externalId)).filter(
      (view) => view.customerId === customer.id,
    );
    const pending = customerSubscriptions.filter(({ status }) => status === 'pending');
    const running =
      customerSubscriptions.find(({ status }) => status === 'active') ??
      (requestedIds.length === 1 ? pending[0] : undefined);
    if (!running) continue;
    const successor = pending.find((view) => view.previousSubscriptionId === running.id) ?? null;
    subscriptions.push({ view: running, successor });
  }
  if (subscriptions.length === 0) throw new NotFound('subscription');
  const ids = subscriptions.map(({ view }) => view.id);
  const resources = await readSubscriptionResources(transaction, ids, now);
  const waiting = subscriptions.flatMap(({ view, successor }) => [
    ...(isPending(view) ? [view.id] : []),
    ...(successor ? [successor.id] : []),
  ]);
  const ownUnits = await readOwnUnits(transaction, waiting);
  const asChosen = (view: SubscriptionView): Successor => ({ plan: view.plan, ownUnits: ownUnits.get(view.id) });
  return subscriptions.flatMap(({ view, successor }) => {
    const resource = resources.find(({ svc_id: id }) => id === view.id);
    if (!resource) return [];
    const units = isPending(view) ? { units: unitsOf(asChosen(view), view.agreement.startedAt) } : {};
    return [{ view, resource, ...units, successor: successor && asChosen(successor) }];
  });
}

const isPending = ({ status }: SubscriptionView): boolean => status === 'pending';
