import { Injectable } from '@nestjs/common';
import { plansWithCharges } from '@tollgate/catalog/reader';
import type { EventInAdvance } from '@tollgate/contracts';
import { currentTraceparent, groupBy, partitionOf, type TenantTransaction } from '@tollgate/platform';
import { subscribersOfPlans } from '@tollgate/subscription/reader';
import { sizeOfEvent, type AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { IngestionDatabase } from '../../ingestion.database.js';
import { nameId } from '../../model/accepted-events/name-id.js';
import { publishWatchedUsage } from './watched-usage.js';
import { publishThresholdChecks } from './threshold-messages.js';
import { publishUnknownWallets } from './unknown-wallets.js';

/**
 * Publishes events that a plan of their subscription charges in advance (metering, section 2.3). After these it
 * publishes subscriptions whose usage may have reached a threshold, or has alerts or wallets. It also reports events
 * that name an unknown wallet to their sender. It caches no lookup, as a charge or subscription created a moment ago
 * must count. Events of metrics without in-advance charges cost one query a block.
 */
@Injectable()
export class AdvanceMessages {
  constructor(private readonly database: IngestionDatabase) {}

  /** Writes the messages of a stored block. A repeated publish charges each event only once. */
  async publish(events: AcceptedEvent[]): Promise<void> {
    for (const [organizationId, organizationEvents] of groupBy(events, (event) => event.organization_id)) {
      await this.database.tenant(organizationId, async (transaction) => {
        const charged = await chargedInAdvance(transaction, organizationEvents);
        await transaction.appendAll('usage.events_in_advance', messagesOf(organizationId, charged));
        const partitionKey = ({ external_subscription_id: id }: AcceptedEvent) =>
          keyOf(organizationId, partitionOf(id, partitions));
        await publishThresholdChecks(transaction, organizationEvents, partitionKey);
        await publishWatchedUsage(transaction, organizationEvents, partitionKey);
        await publishUnknownWallets(transaction, organizationEvents);
      });
    }
  }
}

async function chargedInAdvance(transaction: TenantTransaction, events: AcceptedEvent[]): Promise<AcceptedEvent[]> {
  const plans = await plansWithCharges(transaction, [...new Set(events.map(({ code }) => code))], 'pay_in_advance');
  if (plans.length === 0) return [];
  const codes = new Set(plans.map(({ code }) => code));
  const candidates = events.filter(({ code }) => codes.has(code));
  const subscribers = await subscribersOfPlans(
    transaction,
    [...new Set(candidates.map((event) => event.external_subscription_id))],
    [...new Set(plans.map(({ planId }) => planId))],
  );
  const paying = new Set(
    plans.flatMap(({ code, planId }) =>
      subscribers.filter((subscriber) => subscriber.planId === planId).map(({ externalId }) => pair(code, externalId)),
    ),
  );
  return candidates.filter((event) => paying.has(pair(event.code, event.external_subscription_id)));
}

const pair = (code: string, externalSubscriptionId: string) => JSON.stringify([code, externalSubscriptionId]);

/** Partitions of an organization: within one, events are charged in order. */
const partitions = 4;

/** Messages of one partition arrive in the order in which they were written. */
const keyOf = (organizationId: string, partition: number | string): string => `${organizationId}/advance-${partition}`;

/** Bounds of one message, well below the limit of a broker. */
const largestMessage = { events: 100, bytes: 256 * 1024 };

function messagesOf(organizationId: string, events: AcceptedEvent[]) {
  return [...groupBy(events, (event) => String(partitionOf(event.external_subscription_id, partitions)))].flatMap(
    ([partition, partitionEvents]) =>
      chunksOf(partitionEvents).map((part) => ({
        // A repeated publish of the same events produces the same message.
        id: nameId('usage.events_in_advance', ...part.map(({ id }) => id)),
        key: keyOf(organizationId, partition),
        occurredAt: Math.max(...part.map((event) => event.received_at)),
        payload: { lane: Number(partition), events: part.map(toPayload) },
        traceparent: traceOf(part),
      })),
  );
}

/** The trace of a message: that of the call that sent its first event, unless it is the current trace. */
function traceOf([first]: AcceptedEvent[]): string | null {
  const traceparent = first?.traceparent ?? null;
  return traceparent?.split('-')[1] === currentTraceparent()?.split('-')[1] ? null : traceparent;
}

function chunksOf(events: AcceptedEvent[]): AcceptedEvent[][] {
  const chunks: AcceptedEvent[][] = [];
  let bytes = 0;
  for (const event of events) {
    const last = chunks.at(-1);
    const eventBytes = sizeOfEvent(event);
    bytes += eventBytes;
    if (last && last.length < largestMessage.events && bytes <= largestMessage.bytes) last.push(event);
    else {
      chunks.push([event]);
      bytes = eventBytes;
    }
  }
  return chunks;
}

const toPayload = (event: AcceptedEvent): EventInAdvance => ({
  event_id: event.id,
  external_subscription_id: event.external_subscription_id,
  code: event.code,
  transaction_id: event.transaction_id,
  timestamp: event.timestamp,
  received_at: event.received_at,
  properties: JSON.stringify(event.properties),
  precise_total_amount_cents: event.precise_total_amount_cents,
});
