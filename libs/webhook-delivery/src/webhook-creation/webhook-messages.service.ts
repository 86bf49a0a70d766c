import { Injectable } from '@nestjs/common';
import { filterNameOf, webhookTypes } from '@tollgate/contracts';
import {
  mapConcurrent,
  Config,
  currentTraceparent,
  Batcher,
  newId,
  Semaphore,
  type TenantTransaction,
} from '@tollgate/platform';
import { isActivity, recordActivities, type Activity } from '../activity-logs/record-activities.js';
import { PartitionDispatcher } from '../attempts/partition-dispatcher.js';
import { eventFilters, endpointsFor, type EventFilters } from '../endpoints/webhook-endpoints.repository.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { splitCombined, type CombinedMessage } from './combined-messages.js';
import { serializeWebhook } from './envelope.js';
import {
  invoiceIdOf,
  hasWebhook,
  loadActivityObject,
  loadObject,
  readInvoicesOf,
  type SourceMessage,
} from './message-objects.js';
import { sourceOf } from './payloads/payloads.js';
import { webhookTypeOf, type WebhookSourceMessage } from './payloads/source-types.js';
import { storeMessages, type NewMessage } from './store-messages.js';
import { takeSequences, type ReportedObject } from '../messages/webhook-sequences.repository.js';

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
      const recipients = await recipientsOf(transaction, fresh, endpoints);
      const objects = await mapConcurrent(fresh, async (event) => {
        const invoice = isActivity(event) ? invoices.get(invoiceIdOf(event)) : undefined;
        const isObjectNeeded = recipients.has(event) || (isActivity(event) && !invoice);
        const object = isObjectNeeded ? await loadObject(transaction, event) : null;
        return { object, shown: invoice ?? (await loadActivityObject(transaction, event)) ?? object };
      });
      for (const [index, event] of fresh.entries()) {
        const { object, shown } = objects[index] as (typeof objects)[number];
        const recipient = recipients.get(event);
        if (hasWebhook(event) && recipient) messages.push(...this.messagesOf(event, object ?? {}, recipient));
        if (isActivity(event) && shown) activities.push({ message: event, object: shown as Activity['object'] });
      }
      await recordActivities(transaction, activities);
      endpointIds = await storeMessages(transaction, messages);
    });
    this.dispatcher.wake(endpointIds);
    return events.map(() => undefined);
  }

  private messagesOf(event: WebhookSourceMessage, resource: object, recipient: Recipients): NewMessage[] {
    const { id: eventId, type, organization_id: organizationId, traceparent = null } = event;
    const { endpointIds, object, sequence } = recipient;
    const webhookType = webhookTypeOf(type);
    const payload = serializeWebhook(webhookType, organizationId, resource, this.config.identifierPrefix);
    return endpointIds.map((endpointId) => ({
      id: newId(),
      organization_id: organizationId,
      endpoint_id: endpointId,
      event_id: eventId,
      webhook_type: webhookType,
      object_type: object.type,
      object_id: object.id,
      sequence,
      payload,
      next_attempt_at: new Date(),
      traceparent,
    }));
  }
}

/** The endpoints of an event, its object, and its place among the webhooks of that object. */
interface Recipients {
  endpointIds: string[];
  object: ReportedObject;
  sequence: number;
}

/** Whether an event sends webhooks: changes that customers make of themselves do not (customers, section 3). */
const isReported = ({ type, actor }: SourceMessage): boolean =>
  type !== 'customer.updated' || actor?.source !== 'portal';

/** Selects the endpoints of events; events without any are missing. It runs before their objects are read. */
async function recipientsOf(
  transaction: TenantTransaction,
  events: SourceMessage[],
  endpoints: EventFilters[],
): Promise<Map<SourceMessage, Recipients>> {
  const received = events
    .filter(hasWebhook)
    .filter(isReported)
    .flatMap((event) => {
      const type = webhookTypeOf(event.type);
      const { webhook_endpoint_id: concernedId } = event.payload as { webhook_endpoint_id?: string };
      const endpointIds = endpointsFor(endpoints, filterNameOf(type), event.id, concernedId);
      if (endpointIds.length === 0) return [];
      const object = { type: webhookTypes[type], id: sourceOf(event).idOf(event.payload) };
      return [{ event, endpointIds, object }];
    });
  const sequences = await takeSequences(
    transaction,
    received.map(({ object }) => object),
  );
  return new Map(
    received.map(({ event, ...recipient }, index) => [event, { ...recipient, sequence: sequences[index] as number }]),
  );
}
