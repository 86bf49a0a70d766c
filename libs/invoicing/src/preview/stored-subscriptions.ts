import { NotFound, type TenantTransaction, type Instant } from '@tollgate/platform';
import {
  readSubscriptionResources,
  readSubscriptionsByExternalId,
  type CustomerView,
  type SubscriptionView,
} from '@tollgate/subscription/reader';
import type { StoredSubscription } from './preview.js';

/** Subscriptions that a preview may show together; more would be no invoice that anybody reads. */
const mostSubscriptions = 100;

/** The running subscriptions of a customer with these external ids; a single one that waits for its start counts as started. @throws NotFound */
export async function storedSubscriptions(
  transaction: TenantTransaction,
  customer: CustomerView,
  { externalIds, now }: { externalIds: string[]; now: Instant },
): Promise<StoredSubscription[]> {
  const wanted = [...new Set(externalIds)].slice(0, mostSubscriptions);
  const found: { view: SubscriptionView; successor: SubscriptionView | null }[] = [];
  for (const externalId of wanted) {
    const own = (await readSubscriptionsByExternalId(transaction, externalId)).filter(
      (view) => view.customerId === customer.id,
    );
    const pending = own.filter(({ status }) => status === 'pending');
    const running = own.find(({ status }) => status === 'active') ?? (wanted.length === 1 ? pending[0] : undefined);
    if (!running) continue;
    const successor = pending.find((view) => view.previousSubscriptionId === running.id) ?? null;
    found.push({ view: running, successor });
  }
  if (found.length === 0) throw new NotFound('subscription');
  const ids = found.map(({ view }) => view.id);
  const resources = await readSubscriptionResources(transaction, ids, now);
  return found.flatMap((each) => {
    const resource = resources.find(({ svc_id: id }) => id === each.view.id);
    return resource ? [{ ...each, resource }] : [];
  });
}
