import { hasPlanThresholds, plansUnderThresholds } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { hasSubscriptionThresholds, watchedSubscriptions } from '@tollgate/subscription/reader';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { nameId } from '../../model/accepted-events/name-id.js';

/**
 * Publishes subscriptions whose usage is billed at a threshold: once a block, however many events they have in it
 * (charges, section 7.3). Without thresholds it costs two reads of empty indexes.
 * @param keyOf the message key of an in-advance event, so that threshold checks follow in-advance charges
 */
export async function publishThresholdChecks(
  transaction: TenantTransaction,
  events: AcceptedEvent[],
  keyOf: (event: AcceptedEvent) => string,
): Promise<void> {
  const any = (await hasPlanThresholds(transaction)) || (await hasSubscriptionThresholds(transaction));
  if (!any) return;
  const latest = new Map(events.map((event) => [event.external_subscription_id, event]));
  const watched = await watchedSubscriptions(transaction, [...latest.keys()]);
  const plans = await plansUnderThresholds(transaction, [...new Set(watched.map(({ planId }) => planId))]);
  const concerned = watched.filter(({ planId, hasOwn }) => hasOwn || plans.has(planId));
  const entries = concerned.flatMap(({ externalId }) => {
    const event = latest.get(externalId);
    return event
      ? [
          {
            id: nameId('usage.under_thresholds', event.id),
            key: keyOf(event),
            occurredAt: event.received_at,
            payload: { external_subscription_id: externalId },
          },
        ]
      : [];
  });
  await transaction.appendAll('usage.under_thresholds', entries);
}
