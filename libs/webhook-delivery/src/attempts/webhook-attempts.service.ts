import { Injectable } from '@nestjs/common';
import type { JobPayload } from '@tollgate/contracts';
import { readOrganization } from '@tollgate/identity/reader';
import { Config, headerName, Logger, Metrics, tablesOf } from '@tollgate/platform';
import { findDelivery, lockWebhookMessage, updateWebhookMessage } from '../messages/webhook-messages.repository.js';
import { hmacSignature, jwtSignature } from '../signing/signatures.js';
import { SigningKeysService } from '../signing/signing-keys.service.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import type { WebhookDeliveryTables } from '../webhook-delivery.tables.js';
import { AttemptQueue } from './attempt-queue.js';
import { retryWaitMs } from './retry-wait.js';
import { isSuccess, WebhookClient, type Outcome } from './webhook-client.js';

type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>> & { hmacKey: string };

/** Attempts to deliver webhooks (webhooks, section 2). */
@Injectable()
export class WebhookAttemptsService {
  constructor(
    private readonly config: Config,
    private readonly database: WebhookDeliveryDatabase,
    private readonly signingKeys: SigningKeysService,
    private readonly client: WebhookClient,
    private readonly queue: AttemptQueue,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** Makes one attempt, unless it is recorded already, and queues the next one when it fails. */
  async make({ organization_id: organizationId, webhook_message_id: messageId, attempt }: JobPayload<'webhook-attempt'>): Promise<void> {
    const delivery = await this.findDelivery(organizationId, messageId);
    // Without its endpoint the message is gone; without a due attempt it is done.
    if (!delivery?.next_attempt_at) return;
    if (delivery.retries >= attempt) return this.queueNext(organizationId, messageId, delivery.retries, delivery.next_attempt_at);
    const started = Date.now();
    const outcome = await this.client.post(delivery.webhook_url, await this.headers(delivery), delivery.payload);
    const nextAttemptAt = await this.record(organizationId, delivery, attempt, outcome, Date.now() - started);
    if (nextAttemptAt) await this.queueNext(organizationId, messageId, attempt, nextAttemptAt);
  }

  private async findDelivery(organizationId: string, messageId: string): Promise<Delivery | undefined> {
    return this.database.tenant(organizationId, async (transaction) => {
      const delivery = await findDelivery(transaction, organizationId, messageId);
      if (!delivery) return undefined;
      const { hmacKey } = await readOrganization(transaction, organizationId);
      return { ...delivery, hmacKey };
    });
  }

  private async headers(delivery: Delivery): Promise<Record<string, string>> {
    const { identifierPrefix: prefix, publicUrl } = this.config;
    const { payload, signature_algo: algorithm } = delivery;
    const signature =
      algorithm === 'hmac'
        ? hmacSignature(payload, delivery.hmacKey)
        : await jwtSignature(payload, publicUrl, (await this.signingKeys.keys()).privateKey);
    return {
      'Content-Type': 'application/json',
      'User-Agent': 'Tollgate',
      [headerName(prefix, 'Signature')]: signature,
      [headerName(prefix, 'Signature-Algorithm')]: algorithm,
      [headerName(prefix, 'Unique-Key')]: delivery.id,
    };
  }

  /** @returns when to try again; null when there is nothing left to do */
  private async record(organizationId: string, delivery: Delivery, attempt: number, outcome: Outcome, durationMs: number): Promise<Date | null> {
    const result = isSuccess(outcome) ? 'succeeded' : attempt < this.config.webhookAttempts ? 'retrying' : 'failed';
    const now = new Date();
    const nextAttemptAt = result === 'retrying' ? new Date(now.getTime() + retryWaitMs(attempt, Math.random())) : null;
    const recorded = await this.database.tenant(organizationId, async (transaction) => {
      const message = await lockWebhookMessage(transaction, organizationId, delivery.id);
      if (!message?.next_attempt_at || message.retries >= attempt) return false;
      await tablesOf<WebhookDeliveryTables>(transaction)
        .insertInto('webhook_delivery.webhook_attempts')
        .values({
          organization_id: organizationId, message_id: delivery.id, attempt, webhook_url: delivery.webhook_url,
          http_status: outcome.status, error: outcome.error, duration_ms: durationMs,
        })
        .execute();
      await updateWebhookMessage(transaction, delivery.id, {
        status: result, http_status: outcome.status, response: outcome.response, next_attempt_at: nextAttemptAt,
        ...(result === 'succeeded' ? {} : { retries: attempt, last_retried_at: now }),
      });
      return true;
    });
    if (!recorded) return null;
    this.metrics.webhookAttempts.inc({ outcome: result });
    if (result !== 'succeeded') {
      this.logger.warn('webhook attempt failed', { webhook_message_id: delivery.id, attempt, status: outcome.status, reason: outcome.error, given_up: result === 'failed' });
    }
    return nextAttemptAt;
  }

  private async queueNext(organizationId: string, messageId: string, failures: number, at: Date): Promise<void> {
    await this.queue.add(organizationId, messageId, failures + 1, Math.max(at.getTime() - Date.now(), 0));
  }
}
