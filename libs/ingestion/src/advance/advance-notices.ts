import { Injectable } from '@nestjs/common';
import { plansPaidInAdvance } from '@tollgate/catalog/reader';
import type { Transaction } from '@tollgate/platform';
import { subscribersOfPlans } from '@tollgate/subscription/reader';
import type { AcceptedEvent } from '../events/accepted-event.js';
import { IngestionDatabase } from '../ingestion.database.js';
import { noticeThresholds } from './threshold-notices.js';

/**
 * Tells invoicing of events that are charged by themselves (metering, section 2.3), those of a metric that a plan of
 * their subscription charges in advance, and of subscriptions whose usage may have reached a threshold. What it looks up is never remembered, since a charge or a subscription made a
 * moment ago counts; events of metrics that nobody pays in advance cost one query a block.
 */
@Injectable()
export class AdvanceNotices {
  constructor(private readonly database: IngestionDatabase) {}

  /** Writes the messages of a block whose events are in the store. Told again, an event is the same message. */
  async tell(events: AcceptedEvent[]): Promise<void> {
    for (const [organizationId, own] of byOrganization(events)) {
      await this.database.tenant(organizationId, async (transaction) => {
        const charged = await chargedInAdvance(transaction, organizationId, own);
        await this.database.appendAll(transaction, organizationId, 'usage.event_in_advance', charged.map(toMessage));
        await noticeThresholds(transaction, this.database, organizationId, own);
      });
    }
  }
}

async function chargedInAdvance(transaction: Transaction, organizationId: string, events: AcceptedEvent[]): Promise<AcceptedEvent[]> {
  const plans = await plansPaidInAdvance(transaction, organizationId, [...new Set(events.map(({ code }) => code))]);
  if (plans.length === 0) return [];
  const codes = new Set(plans.map(({ code }) => code));
  const candidates = events.filter(({ code }) => codes.has(code));
  const subscribers = await subscribersOfPlans(
    transaction,
    organizationId,
    [...new Set(candidates.map((event) => event.external_subscription_id))],
    [...new Set(plans.map(({ planId }) => planId))],
  );
  const paying = new Set(
    plans.flatMap(({ code, planId }) => subscribers.filter((subscriber) => subscriber.planId === planId).map(({ externalId }) => pair(code, externalId))),
  );
  return candidates.filter((event) => paying.has(pair(event.code, event.external_subscription_id)));
}

const pair = (code: string, externalSubscriptionId: string) => JSON.stringify([code, externalSubscriptionId]);

function byOrganization(events: AcceptedEvent[]): Map<string, AcceptedEvent[]> {
  const groups = new Map<string, AcceptedEvent[]>();
  for (const event of events) {
    const group = groups.get(event.organization_id);
    if (group) group.push(event);
    else groups.set(event.organization_id, [event]);
  }
  return groups;
}

// Text from outside may hold halves of characters, which a database does not take.
const wellFormed = (text: string) => Buffer.from(text).toString();

const toMessage = (event: AcceptedEvent) => ({
  id: event.id,
  key: `${event.organization_id}/${event.external_subscription_id}`,
  occurredAt: event.received_at,
  payload: {
    event_id: event.id,
    external_subscription_id: event.external_subscription_id,
    code: event.code,
    transaction_id: wellFormed(event.transaction_id),
    timestamp: event.timestamp,
    received_at: event.received_at,
    properties: JSON.stringify(event.properties),
    precise_total_amount_cents: event.precise_total_amount_cents,
  },
});
