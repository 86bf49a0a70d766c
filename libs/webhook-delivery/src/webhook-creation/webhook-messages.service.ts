import { Injectable } from '@nestjs/common';
import { filterNameOf, webhookTypes } from '@tollgate/contracts';
import {
  mapConcurrent,
  Config,
  currentTraceparent,
  Batcher,
  newId,
  recordAllInFlight,
  Semaphore,
  type TenantTransaction,
} from '@tollgate/platform';
import { isActivity, recordActivities, type Activity } from '../activity-logs/record-activities.js';
import { openPartitions, workIdOf } from '../partitions/delivery-partitions.repository.js';
import { PartitionDispatcher } from '../attempts/partition-dispatcher.js';
import { eventFilters, endpointsFor } from '../endpoints/webhook-endpoints.repository.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { splitCombined, type CombinedMessage } from './combined-messages.js';
import { serializeWebhook } from './envelope.js';
import {
  invoiceIdOf,
  hasWebhook,
  loadActivityObject,
  loadObject,
  readInvoicesOf,
  sourceOf,
  webhookTypeOf,
  type WebhookSourceMessage,
  type SourceMessage,
} from './payloads.js';
import { insertWebhookMessages } from '../messages/webhook-messages.repository.js';

type NewMessage = Parameters<typeof insertWebhookMessages>[1][number];

/** A statement accepts at most 65,535 values. */
const storedAtOnce = 1_000;
/** Organizations processed concurrently; each holds a connection. */
const organizationsAtOnce = 4;

/**
 * Creates webhooks from events, one message for each subscribed endpoint (webhooks, section 2), and the entries of the
 * activity log (customers, section 15.1). Events of an organization that arrive during a transaction share the next
 * one.
 */
@Injectable()
export class WebhookMessagesService {
  private readonly batcher = new Batcher<SourceMessage | CombinedMessage, void>(
    (events) => this.createAll(events),
    new Semaphore(organizationsAtOnce),
  );

  constructor(
    private readonly config: Config,
    private readonly database: WebhookDeliveryDatabase,
    private readonly dispatcher: PartitionDispatcher,
  ) {}

  /** Stores the webhooks of an event once and wakes their delivery. */
  async create(event: SourceMessage | CombinedMessage): Promise<void> {
    const traceparent = currentTraceparent();
    await this.batcher.add(event.organization_id, traceparent === null ? event : { ...event, traceparent });
  }

  private async createAll(events: (SourceMessage | CombinedMessage)[]): Promise<void[]> {
    let endpointIds: string[] = [];
    await this.database.handleAllOnce(events, async (transaction, handled) => {
      const fresh = handled.flatMap(splitCombined);
      const endpoints = fresh.length === 0 ? [] : await eventFilters(transaction);
      const messages: NewMessage[] = [];
      const activities: Activity[] = [];
      const invoices = await readInvoicesOf(transaction, fresh.filter(isActivity));
      const objects = await mapConcurrent(fresh, async (event) => {
        const recipientIds = hasWebhook(event)
          ? endpointsFor(endpoints, filterNameOf(webhookTypeOf(event.type)), event.id)
          : [];
        const invoice = isActivity(event) ? invoices.get(invoiceIdOf(event)) : undefined;
        const isObjectNeeded = recipientIds.length > 0 || (isActivity(event) && !invoice);
        const object = isObjectNeeded ? await loadObject(transaction, event) : null;
        return { recipientIds, object, shown: invoice ?? (await loadActivityObject(transaction, event)) ?? object };
      });
      for (const [index, event] of fresh.entries()) {
        const { recipientIds, object, shown } = objects[index] as (typeof objects)[number];
        if (hasWebhook(event) && recipientIds.length > 0)
          messages.push(...this.messagesOf(event, object ?? {}, recipientIds));
        if (isActivity(event) && shown) activities.push({ message: event, object: shown as Activity['object'] });
      }
      await recordActivities(transaction, activities);
      endpointIds = await store(transaction, messages);
    });
    this.dispatcher.wake(endpointIds);
    return events.map(() => undefined);
  }

  private messagesOf(event: WebhookSourceMessage, resource: object, endpointIds: string[]): NewMessage[] {
    const { id: eventId, type, organization_id: organizationId, payload: eventPayload, traceparent = null } = event;
    const source = sourceOf(event);
    const webhookType = webhookTypeOf(type);
    const payload = serializeWebhook(webhookType, organizationId, resource, this.config.identifierPrefix);
    return endpointIds.map((endpointId) => ({
      id: newId(),
      organization_id: organizationId,
      endpoint_id: endpointId,
      event_id: eventId,
      webhook_type: webhookType,
      object_type: webhookTypes[webhookType],
      object_id: source.idOf(eventPayload),
      payload,
      next_attempt_at: new Date(),
      traceparent,
    }));
  }
}

/**
 * Stores messages and opens the partitions of their endpoints. Test clocks await first attempts, except those of paused
 * endpoints.
 * @returns the endpoints
 */
async function store(transaction: TenantTransaction, messages: NewMessage[]): Promise<string[]> {
  const endpointIds = [...new Set(messages.map((message) => message.endpoint_id))].sort();
  for (let first = 0; first < messages.length; first += storedAtOnce)
    await insertWebhookMessages(transaction, messages.slice(first, first + storedAtOnce));
  const paused = await openPartitions(transaction, endpointIds);
  await recordAllInFlight(
    transaction,
    messages.filter((message) => !paused.has(message.endpoint_id)).map(({ id }) => workIdOf(id)),
  );
  return endpointIds;
}
