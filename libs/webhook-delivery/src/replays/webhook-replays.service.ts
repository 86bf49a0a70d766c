import { Injectable } from '@nestjs/common';
import { isBlank, type Meta, type WebhookReplay, type WebhookReplayCreate } from '@tollgate/contracts';
import { isId, isoSeconds, isoSecondsOrNull, NotFound, type Page, type Repetition } from '@tollgate/platform';
import { findWebhookEndpoint } from '../endpoints/webhook-endpoints.repository.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { ReplayFeeder } from './replay-feeder.js';
import { beginReplay, findReplay, listReplays, type WebhookReplayRow } from './webhook-replays.repository.js';

/** Replays of failed webhooks (webhooks, section 2). */
@Injectable()
export class WebhookReplaysService {
  constructor(
    private readonly database: WebhookDeliveryDatabase,
    private readonly feeder: ReplayFeeder,
  ) {}

  /**
   * Begins a replay, which runs in the background.
   * @param repetition the key under which the caller may repeat the call
   * @throws NotFound for an unknown endpoint
   */
  async begin(organizationId: string, input: WebhookReplayCreate, repetition?: Repetition): Promise<WebhookReplay> {
    const endpointId = isBlank(input.svc_webhook_endpoint_id) ? null : (input.svc_webhook_endpoint_id as string);
    const replay = await this.database.createOnce(organizationId, repetition, async (transaction) => {
      const isKnown = endpointId === null || (isId(endpointId) && (await findWebhookEndpoint(transaction, endpointId)));
      if (!isKnown) throw new NotFound('webhook_endpoint');
      return present(await beginReplay(transaction, endpointId, input.failed_since));
    });
    this.feeder.wake();
    return replay;
  }

  async list(organizationId: string, page: Page): Promise<{ webhook_replays: WebhookReplay[]; meta: Meta }> {
    const { rows, meta } = await this.database.tenant(organizationId, (transaction) => listReplays(transaction, page));
    return { webhook_replays: rows.map(present), meta };
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<WebhookReplay> {
    const row = isId(id)
      ? await this.database.tenant(organizationId, (transaction) => findReplay(transaction, id))
      : undefined;
    if (!row) throw new NotFound('webhook_replay');
    return present(row);
  }
}

const present = (row: WebhookReplayRow): WebhookReplay => ({
  svc_id: row.id,
  svc_webhook_endpoint_id: row.endpoint_id,
  failed_since: isoSeconds(row.failed_since),
  failed_until: isoSeconds(row.failed_until),
  status: row.completed_at === null ? 'running' : 'completed',
  messages_total: row.messages_total,
  messages_queued: row.messages_queued,
  created_at: isoSeconds(row.created_at),
  completed_at: isoSecondsOrNull(row.completed_at),
});
