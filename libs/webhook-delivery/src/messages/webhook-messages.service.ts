import { Injectable } from '@nestjs/common';
import { filterNameOf, webhookTypes } from '@tollgate/contracts';
import { Config, GatheredCalls, newId, type Transaction } from '@tollgate/platform';
import { AttemptQueue } from '../attempts/attempt-queue.js';
import { endpointWishes, wanting } from '../endpoints/webhook-endpoints.repository.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { serializeWebhook } from './envelope.js';
import { sourceOf, type AnnouncedMessage } from './payloads.js';
import { insertWebhookMessages, unattemptedMessageIds } from './webhook-messages.repository.js';

/**
 * Makes the webhooks of what happened: one stored message for each endpoint that wants it (webhooks, section 2). Events of
 * an organization that come while others of it are being stored are stored together, in one transaction.
 */
@Injectable()
export class WebhookMessagesService {
  private readonly announcements = new GatheredCalls<AnnouncedMessage, void>((events) => this.announceAll(events));

  constructor(
    private readonly config: Config,
    private readonly database: WebhookDeliveryDatabase,
    private readonly attempts: AttemptQueue,
  ) {}

  /** Stores the webhooks of an event once, then queues their first attempts. */
  async announce(event: AnnouncedMessage): Promise<void> {
    await this.announcements.add(event.organization_id, event);
  }

  private async announceAll(events: AnnouncedMessage[]): Promise<void[]> {
    const organizationId = events[0]?.organization_id as string;
    const stored = new Map<string, string[]>();
    await this.database.handleAllOnce(events, async (transaction, fresh) => {
      const endpoints = fresh.length === 0 ? [] : await endpointWishes(transaction, organizationId);
      for (const event of fresh) stored.set(event.id, await this.store(transaction, event, wanting(endpoints, filterNameOf(event.type), event.id)));
    });
    for (const event of events) {
      // An event that comes again was stored before, but its attempts may not have been queued.
      const ids = stored.get(event.id) ?? (await this.database.tenant(organizationId, (transaction) => unattemptedMessageIds(transaction, organizationId, event.id)));
      for (const id of ids) await this.attempts.add(organizationId, id, 1, 0);
    }
    return events.map(() => undefined);
  }

  /** @returns the ids of the stored messages */
  private async store(transaction: Transaction, event: AnnouncedMessage, endpointIds: string[]): Promise<string[]> {
    if (endpointIds.length === 0) return [];
    const { id: eventId, type, organization_id: organizationId, payload: about } = event;
    const source = sourceOf(event);
    const resource = await source.load(transaction, organizationId, about, Date.parse(event.occurred_at));
    const payload = serializeWebhook(type, organizationId, resource, this.config.identifierPrefix);
    const messages = endpointIds.map((endpointId) => ({
      id: newId(),
      organization_id: organizationId,
      endpoint_id: endpointId,
      event_id: eventId,
      webhook_type: type,
      object_type: webhookTypes[type],
      object_id: source.idOf(about),
      payload,
      next_attempt_at: new Date(),
    }));
    await insertWebhookMessages(transaction, messages);
    const ids = messages.map((message) => message.id);
    for (const id of ids) await this.attempts.noteFirst(transaction, organizationId, id);
    return ids;
  }
}
