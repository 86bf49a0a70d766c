import { readMetricsByCode } from '@tollgate/catalog/reader';
import { groupBy, type TenantTransaction } from '@tollgate/platform';
import { alertedSubscriptions, hasSubscriptionAlerts } from '@tollgate/subscription/reader';
import type { AcceptedEvent } from '../accepted-events/accepted-event.js';
import { nameId } from '../accepted-events/name-id.js';

/** Subscriptions that one message names at most. */
const largestMessage = 200;

/**
 * Tells invoicing of subscriptions whose usage is watched by alerts: once a block, however many events they have in it
 * (customers, section 8.3). Where nobody has alerts it costs a look into an empty index.
 * @param keyOf the key of the messages that have an event charged in advance: what is charged is measured after those
 */
export async function publishWatchedUsage(
  transaction: TenantTransaction,
  events: AcceptedEvent[],
  keyOf: (event: AcceptedEvent) => string,
): Promise<void> {
  if (!(await hasSubscriptionAlerts(transaction))) return;
  const latest = await countedUnderAlerts(transaction, events);
  for (const [key, own] of groupBy([...latest.values()], keyOf)) {
    for (let first = 0; first < own.length; first += largestMessage) {
      const part = own.slice(first, first + largestMessage);
      const entry = {
        // Told again, it is the same message.
        id: nameId('usage.under_alerts', ...part.map(({ id }) => id)),
        key,
        occurredAt: Math.max(...part.map((event) => event.received_at)),
        payload: { external_subscription_ids: part.map((event) => event.external_subscription_id) },
      };
      await transaction.appendAll('usage.under_alerts', [entry]);
    }
  }
}

/** The latest event of each subscription that falls into its life; of a recurring metric, one from before counts too. */
async function countedUnderAlerts(
  transaction: TenantTransaction,
  events: AcceptedEvent[],
): Promise<Map<string, AcceptedEvent>> {
  const byExternalId = groupBy(events, (event) => event.external_subscription_id);
  const alerted = await alertedSubscriptions(transaction, [...byExternalId.keys()]);
  const starts = new Map(alerted.map(({ externalId, startedAt }) => [externalId, startedAt.getTime() * 1000]));
  const isEarly = (event: AcceptedEvent) => event.timestamp < (starts.get(event.external_subscription_id) ?? 0);
  const own = alerted.flatMap(({ externalId }) => byExternalId.get(externalId) ?? []);
  const early = [...new Set(own.filter(isEarly).map(({ code }) => code))];
  const metrics = await readMetricsByCode(transaction, early);
  const counted = own.filter((event) => !isEarly(event) || metrics.get(event.code)?.recurring);
  return new Map(counted.map((event) => [event.external_subscription_id, event]));
}
