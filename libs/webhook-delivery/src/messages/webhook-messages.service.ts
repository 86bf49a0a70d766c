import { Injectable } from '@nestjs/common';
import { filterNameOf, webhookTypes } from '@tollgate/contracts';
import { Config, newId, Unavailable, type Transaction } from '@tollgate/platform';
import { AttemptQueue } from '../attempts/attempt-queue.js';
import { endpointWishes, wanting } from '../endpoints/webhook-endpoints.repository.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { serializeWebhook } from './envelope.js';
import { sourceOf, type AnnouncedMessage } from './payloads.js';
import { insertWebhookMessages, unattemptedMessageIds } from './webhook-messages.repository.js';

/** An event, and who waits for its webhooks to be stored. */
interface Waiting {
  event: AnnouncedMessage;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Makes the webhooks of what happened: one stored message for each endpoint that wants it (webhooks, section 2). Events of
 * an organization that come while others of it are being stored are stored together, in one transaction.
 */
@Injectable()
export class WebhookMessagesService {
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly underWay = new Set<string>();

  constructor(
    private readonly config: Config,
    private readonly database: WebhookDeliveryDatabase,
    private readonly attempts: AttemptQueue,
  ) {}

  /** Stores the webhooks of an event once, then queues their first attempts. */
  async announce(event: AnnouncedMessage): Promise<void> {
    const { organization_id: organizationId } = event;
    return new Promise((resolve, reject) => {
      const waiting = this.waiting.get(organizationId);
      if (waiting) waiting.push({ event, resolve, reject });
      else this.waiting.set(organizationId, [{ event, resolve, reject }]);
      if (!this.underWay.has(organizationId)) void this.announceWaiting(organizationId);
    });
  }

  private async announceWaiting(organizationId: string): Promise<void> {
    this.underWay.add(organizationId);
    for (let batch = this.take(organizationId); batch.length > 0; batch = this.take(organizationId)) await this.settle(organizationId, batch);
    this.underWay.delete(organizationId);
  }

  private take(organizationId: string): Waiting[] {
    const batch = this.waiting.get(organizationId) ?? [];
    this.waiting.delete(organizationId);
    return batch;
  }

  private async settle(organizationId: string, batch: Waiting[]): Promise<void> {
    try {
      await this.announceAll(organizationId, batch.map(({ event }) => event));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1 || error instanceof Unavailable) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // One that cannot be told must not hold up the others.
      for (const one of batch) await this.settle(organizationId, [one]);
    }
  }

  private async announceAll(organizationId: string, events: AnnouncedMessage[]): Promise<void> {
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
