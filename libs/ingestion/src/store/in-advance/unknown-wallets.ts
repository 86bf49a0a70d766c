import { plansWithCharges } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { propertyText } from '@tollgate/rating';
import { activeSubscribers } from '@tollgate/subscription/reader';
import { walletCodesOf } from '@tollgate/wallet/reader';
import { presentEvent, type AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { nameId } from '../../model/accepted-events/name-id.js';

const property = 'target_wallet_code';

/**
 * Reports events that name an unknown wallet to their sender, if a charge of the plan accepts a target wallet. Such
 * events count all the same (wallets, section 5.2). Without such events it queries nothing.
 */
export async function publishUnknownWallets(transaction: TenantTransaction, events: AcceptedEvent[]): Promise<void> {
  const named = events.flatMap((event) => {
    const code = namedBy(event);
    return code ? [{ event, code }] : [];
  });
  if (named.length === 0) return;
  const plans = await plansWithCharges(
    transaction,
    [...new Set(named.map(({ event }) => event.code))],
    'accepts_target_wallet',
  );
  if (plans.length === 0) return;
  const payers = await payersOf(
    transaction,
    named.map(({ event }) => event),
    plans,
  );
  const wallets = await walletCodesOf(transaction, [...new Set(payers.values())]);
  const unknown = named.filter(({ event, code }) => {
    const customerId = payers.get(pair(event.code, event.external_subscription_id));
    return customerId !== undefined && !wallets.get(customerId)?.includes(code);
  });
  await transaction.appendAll(
    'event.error',
    unknown.map(({ event }) => ({
      // A repeated publish produces the same message.
      id: nameId('event.error', property, event.id),
      key: transaction.organizationId,
      occurredAt: event.received_at,
      payload: {
        event_id: event.id,
        errors: { [property]: [`${property}_not_found`] },
        event: { ...presentEvent(event) },
      },
    })),
  );
}

const namedBy = ({ properties }: AcceptedEvent): string | null =>
  Object.hasOwn(properties, property) ? propertyText(properties[property]) : null;

const pair = (code: string, externalSubscriptionId: string) => JSON.stringify([code, externalSubscriptionId]);

/** The customer by metric and subscription, if the plan has such a charge on the metric. */
async function payersOf(
  transaction: TenantTransaction,
  events: AcceptedEvent[],
  plans: { code: string; planId: string }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(events.map((event) => event.external_subscription_id))];
  const subscribers = await activeSubscribers(transaction, ids);
  return new Map(
    plans.flatMap(({ code, planId }) =>
      subscribers
        .filter((subscriber) => subscriber.planId === planId)
        .map(({ externalId, customerId }) => [pair(code, externalId), customerId] as const),
    ),
  );
}
