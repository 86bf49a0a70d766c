import { Injectable } from '@nestjs/common';
import type { Meta, WebhookMessage, WebhookMessageDetails, WebhookMessageFilters } from '@tollgate/contracts';
import { isId, NotAllowed, NotFound } from '@tollgate/platform';
import { PartitionDispatcher } from '../attempts/partition-dispatcher.js';
import { attemptsOf, findListedWebhook, findWebhook, listWebhooks } from '../messages/webhook-log.repository.js';
import { lockWebhookMessage, requeueMessage } from '../messages/webhook-messages.repository.js';
import { presentWebhook, presentWebhookDetails } from '../messages/webhook.presenter.js';
import { openPartitions } from '../partitions/delivery-partitions.repository.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';

/** Webhooks and their attempts, as their organization reads and replays them (webhooks, section 2). */
@Injectable()
export class WebhookLogService {
  constructor(
    private readonly database: WebhookDeliveryDatabase,
    private readonly dispatcher: PartitionDispatcher,
  ) {}

  async list(
    organizationId: string,
    filters: WebhookMessageFilters,
  ): Promise<{ webhook_messages: WebhookMessage[]; meta: Meta }> {
    const { rows, meta } = await this.database.tenant(organizationId, (transaction) =>
      listWebhooks(transaction, filters),
    );
    return { webhook_messages: rows.map(presentWebhook), meta };
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<WebhookMessageDetails> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = isId(id) ? await findWebhook(transaction, id) : undefined;
      if (!row) throw new NotFound('webhook');
      return presentWebhookDetails(row, await attemptsOf(transaction, row.id));
    });
  }

  /**
   * Queues a webhook for an attempt now: the same key, the same bytes, and the count of failures goes on.
   * @throws NotFound; NotAllowed for a delivered one (webhooks, section 2, point 11)
   */
  async replay(organizationId: string, id: string): Promise<WebhookMessage> {
    const webhook = await this.database.tenant(organizationId, async (transaction) => {
      const message = isId(id) ? await lockWebhookMessage(transaction, id) : undefined;
      if (!message) throw new NotFound('webhook');
      if (message.status === 'succeeded') throw new NotAllowed('is_succeeded');
      await requeueMessage(transaction, message.id);
      await openPartitions(transaction, [message.endpoint_id]);
      return presentWebhook((await findListedWebhook(transaction, message.id)) ?? message);
    });
    this.dispatcher.wake([webhook.svc_webhook_endpoint_id]);
    return webhook;
  }
}
