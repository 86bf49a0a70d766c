import { readMetricsByCode } from '@tollgate/catalog/reader';
import { groupBy, type TenantTransaction } from '@tollgate/platform';
import { floorToSecond } from '@tollgate/rating';
import { activeSubscribers, alertedSubscriptions, hasSubscriptionAlerts } from '@tollgate/subscription/reader';
import { customersWithWallets, hasWallets } from '@tollgate/wallet/reader';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { nameId } from '../../model/accepted-events/name-id.js';

/** Most subscriptions, or customers, of one message. */
const largestMessage = 200;

type KeyOf = (event: AcceptedEvent) => string;

/**
 * Publishes usage under alerts on subscriptions and of customers with wallets: once a block, however many events they
 * have in it (customers, section 8.3; wallets, section 6). Without alerts and wallets it costs two reads of empty
 * indexes.
 * @param keyOf the message key of an in-advance event, so that the usage is computed after in-advance charges
 */
export async function publishWatchedUsage(
  transaction: TenantTransaction,
  events: AcceptedEvent[],
  keyOf: KeyOf,
): Promise<void> {
  if (await hasSubscriptionAlerts(transaction)) await publishUnderAlerts(transaction, events, keyOf);
  if (await hasWallets(transaction)) await publishOfWallets(transaction, events, keyOf);
}

/** Publishes customers with wallets whose active subscriptions have events. */
async function publishOfWallets(transaction: TenantTransaction, events: AcceptedEvent[], keyOf: KeyOf): Promise<void> {
  const latest = new Map(events.map((event) => [event.external_subscription_id, event]));
  const subscribers = await activeSubscribers(transaction, [...latest.keys()]);
  const owners = await customersWithWallets(transaction, [...new Set(subscribers.map(({ customerId }) => customerId))]);
  const walletUsage = subscribers.flatMap(({ externalId, customerId }) => {
    const event = latest.get(externalId);
    return event && owners.has(customerId) ? [{ event, customerId }] : [];
  });
  for (const [key, ofKey] of groupBy(walletUsage, ({ event }) => keyOf(event))) {
    for (let first = 0; first < ofKey.length; first += largestMessage) {
      const part = ofKey.slice(first, first + largestMessage);
      const entry = {
        id: nameId('usage.of_wallets', ...part.map(({ event }) => event.id)),
        key,
        occurredAt: Math.max(...part.map(({ event }) => event.received_at)),
        payload: { customer_ids: [...new Set(part.map(({ customerId }) => customerId))] },
      };
      await transaction.appendAll('usage.of_wallets', [entry]);
    }
  }
}

async function publishUnderAlerts(
  transaction: TenantTransaction,
  events: AcceptedEvent[],
  keyOf: KeyOf,
): Promise<void> {
  const latest = await countedUnderAlerts(transaction, events);
  for (const [key, keyEvents] of groupBy([...latest.values()], keyOf)) {
    for (let first = 0; first < keyEvents.length; first += largestMessage) {
      const part = keyEvents.slice(first, first + largestMessage);
      const entry = {
        // A repeated publish produces the same message.
        id: nameId('usage.under_alerts', ...part.map(({ id }) => id)),
        key,
        occurredAt: Math.max(...part.map((event) => event.received_at)),
        payload: { external_subscription_ids: part.map((event) => event.external_subscription_id) },
      };
      await transaction.appendAll('usage.under_alerts', [entry]);
    }
  }
}

/** The latest event of each subscription within its lifetime; earlier events count for a recurring metric only. */
async function countedUnderAlerts(
  transaction: TenantTransaction,
  events: AcceptedEvent[],
): Promise<Map<string, AcceptedEvent>> {
  const byExternalId = groupBy(events, (event) => event.external_subscription_id);
  const alerted = await alertedSubscriptions(transaction, [...byExternalId.keys()]);
  const starts = new Map(
    alerted.map(({ externalId, startedAt }) => [externalId, floorToSecond(startedAt.getTime()) * 1000]),
  );
  const isEarly = (event: AcceptedEvent) => event.timestamp < (starts.get(event.external_subscription_id) ?? 0);
  const alertedEvents = alerted.flatMap(({ externalId }) => byExternalId.get(externalId) ?? []);
  const early = [...new Set(alertedEvents.filter(isEarly).map(({ code }) => code))];
  const metrics = await readMetricsByCode(transaction, early);
  const counted = alertedEvents.filter((event) => !isEarly(event) || metrics.get(event.code)?.recurring);
  return new Map(counted.map((event) => [event.external_subscription_id, event]));
}
