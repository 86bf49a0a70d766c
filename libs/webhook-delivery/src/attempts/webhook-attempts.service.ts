import { Injectable } from '@nestjs/common';
import { readHmacKey } from '@tollgate/identity/reader';
import {
  clearInFlight,
  Config,
  headerName,
  inSpan,
  isDatabaseUnavailable,
  Logger,
  Metrics,
  SecretBox,
} from '@tollgate/platform';
import {
  lockWebhookMessage,
  recordRefusedSignature,
  updateWebhookMessage,
  type DueDelivery,
} from '../messages/webhook-messages.repository.js';
import { hmacSignature, jwtSignature } from '../signing/signatures.js';
import { SigningKeysService } from '../signing/signing-keys.service.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { tables } from '../tables/webhook-delivery.tables.js';
import { workIdOf } from '../partitions/delivery-partitions.repository.js';
import { refusedSignatureBytes, refusedSignatureReason } from './refused-signature.js';
import { retryWaitMs } from './retry-wait.js';
import { isSuccess, WebhookClient, type Outcome } from './webhook-client.js';

/** The outcome of an attempt and its duration. */
export interface Attempted {
  outcome: Outcome;
  durationMs: number;
}

/** Attempts to deliver webhooks (webhooks, section 2). */
@Injectable()
export class WebhookAttemptsService {
  constructor(
    private readonly config: Config,
    private readonly database: WebhookDeliveryDatabase,
    private readonly secrets: SecretBox,
    private readonly signingKeys: SigningKeysService,
    private readonly client: WebhookClient,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** Makes the next attempt of a message and records its outcome. */
  async attemptDelivery(delivery: DueDelivery): Promise<Attempted> {
    const { id, organization_id, webhook_type: type, retries, traceparent } = delivery;
    const attributes = {
      'tollgate.organization_id': organization_id,
      'tollgate.webhook.type': type,
      'tollgate.webhook.attempt': retries + 1,
      'messaging.message.id': id,
    };
    return inSpan(
      `webhook ${type}`,
      { kind: 'consumer', attributes, parent: { traceparent: traceparent ?? undefined } },
      async () => {
        const signature = await this.signatureOf(delivery);
        const started = Date.now();
        const outcome = await this.send(delivery, this.headers(delivery, signature));
        const attempted = { outcome, durationMs: Date.now() - started };
        const refusedBytes = refusedSignatureBytes(outcome, delivery.signature_algo, signature);
        await this.record(delivery, attempted, refusedBytes).catch((fault: unknown) =>
          this.countUnrecorded(delivery, attempted, fault),
        );
        return attempted;
      },
    );
  }

  /** Sends no trace context to receivers, and records only the host of their address. */
  private async send({ webhook_url: url, payload }: DueDelivery, headers: Record<string, string>): Promise<Outcome> {
    const attributes = { 'http.request.method': 'POST', 'server.address': new URL(url).hostname };
    return inSpan('POST', { kind: 'client', attributes }, async (span) => {
      const outcome = await this.client.post(url, headers, payload);
      if (outcome.status !== null) span?.set({ 'http.response.status_code': outcome.status });
      else span?.set({ 'error.type': 'no_answer' });
      return outcome;
    });
  }

  private async signatureOf({ payload, signature_algo: algorithm, organization_id }: DueDelivery): Promise<string> {
    return algorithm === 'hmac'
      ? hmacSignature(payload, await this.hmacKeyOf(organization_id))
      : await jwtSignature(payload, this.config.publicUrl, (await this.signingKeys.keys()).privateKey);
  }

  private headers({ id, sequence, signature_algo: algorithm }: DueDelivery, signature: string): Record<string, string> {
    const { identifierPrefix: prefix } = this.config;
    return {
      'Content-Type': 'application/json',
      'User-Agent': 'Tollgate',
      [headerName(prefix, 'Signature')]: signature,
      [headerName(prefix, 'Signature-Algorithm')]: algorithm,
      [headerName(prefix, 'Unique-Key')]: id,
      ...(sequence === null ? {} : { [headerName(prefix, 'Sequence')]: String(sequence) }),
    };
  }

  private async hmacKeyOf(organizationId: string): Promise<string> {
    return this.database.tenant(organizationId, (transaction) => readHmacKey(transaction, this.secrets));
  }

  private async record(
    delivery: DueDelivery,
    { outcome, durationMs }: Attempted,
    refusedBytes: number | null,
  ): Promise<void> {
    const error = refusedBytes === null ? outcome.error : refusedSignatureReason(refusedBytes);
    const organizationId = delivery.organization_id;
    const attempt = delivery.retries + 1;
    const result = this.resultOf(outcome, attempt);
    const now = new Date();
    const startedAt = new Date(now.getTime() - durationMs);
    const recorded = await this.database.tenant(organizationId, async (transaction) => {
      // Locks endpoints before their messages, as their removal does.
      if (refusedBytes !== null) await recordRefusedSignature(transaction, delivery, refusedBytes);
      const message = await lockWebhookMessage(transaction, delivery.id);
      if (!message?.next_attempt_at || message.retries >= attempt) return false;
      await tables(transaction)
        .insertInto('webhook_delivery.webhook_attempts')
        .values({
          organization_id: organizationId,
          message_id: delivery.id,
          attempt,
          webhook_url: delivery.webhook_url,
          http_status: outcome.status,
          error,
          response: outcome.response,
          duration_ms: durationMs,
          started_at: startedAt,
        })
        .execute();
      await updateWebhookMessage(transaction, delivery.id, {
        ...changesAfter(result, attempt, now),
        http_status: outcome.status,
        response: outcome.response,
      });
      // Retries happen in real time, so a test clock awaits only the first attempt.
      await clearInFlight(transaction, workIdOf(delivery.id));
      return true;
    });
    if (!recorded) return;
    this.metrics.webhookAttempts.inc({ outcome: result });
    if (result === 'succeeded') return;
    this.logger.warn('webhook attempt failed', {
      webhook_message_id: delivery.id,
      organization_id: organizationId,
      attempt,
      status: outcome.status,
      reason: error,
      given_up: result === 'failed',
    });
  }

  /**
   * Counts an attempt whose record cannot be written, as when its number is taken. Otherwise it would be sent again
   * without waits and without an end. @throws the fault when the database is unavailable
   */
  private async countUnrecorded(delivery: DueDelivery, { outcome }: Attempted, fault: unknown): Promise<void> {
    if (isDatabaseUnavailable(fault)) throw fault;
    const { id, organization_id: organizationId, retries } = delivery;
    const attempt = retries + 1;
    const result = this.resultOf(outcome, attempt);
    this.logger.error('a webhook attempt could not be recorded; it counts', {
      webhook_message_id: id,
      organization_id: organizationId,
      attempt,
      status: outcome.status,
      error: fault,
    });
    await this.database.tenant(organizationId, async (transaction) => {
      const message = await lockWebhookMessage(transaction, id);
      if (!message?.next_attempt_at || message.retries >= attempt) return;
      await updateWebhookMessage(transaction, id, changesAfter(result, attempt, new Date()));
      await clearInFlight(transaction, workIdOf(id));
    });
  }

  private resultOf(outcome: Outcome, attempt: number): Result {
    return isSuccess(outcome) ? 'succeeded' : attempt < this.config.webhookAttempts ? 'retrying' : 'failed';
  }
}

type Result = 'succeeded' | 'retrying' | 'failed';

/** The state of a message after an attempt. */
const changesAfter = (result: Result, attempt: number, now: Date) => ({
  status: result,
  next_attempt_at: result === 'retrying' ? new Date(now.getTime() + retryWaitMs(attempt, Math.random())) : null,
  ...(result === 'succeeded' ? {} : { retries: attempt, last_retried_at: now }),
});
