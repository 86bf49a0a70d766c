import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { webhookTypes, type WebhookMessage } from '@tollgate/contracts';
import {
  Config,
  currentTraceparent,
  isId,
  newId,
  NotFound,
  TooManyRequests,
  type TenantTransaction,
} from '@tollgate/platform';
import { PartitionDispatcher } from '../attempts/partition-dispatcher.js';
import { findWebhookEndpoint, lockWebhookEndpoints } from '../endpoints/webhook-endpoints.repository.js';
import { findListedWebhook, type ListedWebhook } from '../messages/webhook-log.repository.js';
import { presentWebhook } from '../messages/webhook.presenter.js';
import { takeSequences } from '../messages/webhook-sequences.repository.js';
import { presentWithPauses, type WebhookEndpointRow } from '../partitions/webhook-endpoint.presenter.js';
import { tables } from '../tables/webhook-delivery.tables.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { serializeWebhook } from './envelope.js';
import { storeMessages } from './store-messages.js';

const type = 'webhook_endpoint.test';
/** Tests of one organization in a minute. */
const mostTests = 20;
const minuteSeconds = 60;

/** Sends test webhooks: signed, stored and retried like all others (webhooks, section 2). */
@Injectable()
export class TestWebhooksService {
  constructor(
    private readonly config: Config,
    private readonly database: WebhookDeliveryDatabase,
    private readonly dispatcher: PartitionDispatcher,
  ) {}

  /**
   * Sends one to an endpoint, whatever types it filters; its outcome is that of the webhook.
   * @throws NotFound; TooManyRequests above the limit of a minute
   */
  async send(organizationId: string, endpointId: string): Promise<WebhookMessage> {
    const webhook = await this.database.tenant(organizationId, async (transaction) => {
      await lockWebhookEndpoints(transaction);
      const endpoint = isId(endpointId) ? await findWebhookEndpoint(transaction, endpointId) : undefined;
      if (!endpoint) throw new NotFound('webhook_endpoint');
      if ((await recentTests(transaction)) >= mostTests) throw new TooManyRequests(minuteSeconds);
      return this.create(transaction, endpoint);
    });
    this.dispatcher.wake([webhook.endpoint_id]);
    return presentWebhook(webhook);
  }

  private async create(transaction: TenantTransaction, endpoint: WebhookEndpointRow): Promise<ListedWebhook> {
    const { organizationId } = transaction;
    const object = { type: webhookTypes[type], id: endpoint.id };
    const [sequence = 1] = await takeSequences(transaction, [object]);
    const [shown] = await presentWithPauses(transaction, [endpoint]);
    const id = newId();
    await storeMessages(transaction, [
      {
        id,
        organization_id: organizationId,
        endpoint_id: endpoint.id,
        event_id: newId(),
        webhook_type: type,
        object_type: object.type,
        object_id: object.id,
        sequence,
        payload: serializeWebhook(type, organizationId, shown ?? {}, this.config.identifierPrefix),
        next_attempt_at: new Date(),
        traceparent: currentTraceparent(),
      },
    ]);
    return (await findListedWebhook(transaction, id)) as ListedWebhook;
  }
}

async function recentTests(transaction: TenantTransaction): Promise<number> {
  const { count } = await tables(transaction)
    .selectFrom('webhook_delivery.webhook_messages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', transaction.organizationId)
    .where('webhook_type', '=', type)
    .where('created_at', '>', sql<Date>`now() - ${minuteSeconds} * interval '1 second'`)
    .executeTakeFirstOrThrow();
  return count;
}
