import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { OwnRetention } from '@tollgate/identity/reader';
import { clearAllInFlight, Config, Jobs, Logger, Metrics, Passes } from '@tollgate/platform';
import { deleteOldActivityLogs } from '../activity-logs/activity-logs.repository.js';
import { deleteOldMessages, deleteOldReplays, giveUpMessages } from '../messages/webhook-messages.repository.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { partitionFigures, reopenMissedPartitions, workIdOf } from '../partitions/delivery-partitions.repository.js';

const hourMs = 3_600_000;
const rowsAtOnce = 1_000;
const mostBatches = 50;

/** At each run: gives up undelivered messages, deletes old rows, and reopens missed partitions. */
@Injectable()
export class WebhookReconciler implements OnApplicationBootstrap {
  private readonly partitions: Gauge;
  private readonly oldest: Gauge;

  constructor(
    private readonly config: Config,
    private readonly jobs: Jobs,
    private readonly database: WebhookDeliveryDatabase,
    private readonly passes: Passes,
    private readonly retention: OwnRetention,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {
    const registers = [metrics.registry];
    this.partitions = new Gauge({
      name: 'tollgate_webhook_endpoints',
      help: 'Webhook endpoints with attempts to make, and paused ones',
      labelNames: ['state'],
      registers,
    });
    this.oldest = new Gauge({
      name: 'tollgate_webhook_oldest_due_seconds',
      help: 'How long the oldest endpoint that is due has been waiting',
      registers,
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.reconcileEvery('webhook-sweep', () => this.reconcile());
    await this.database
      .everyTenant(reopenMissedPartitions)
      .catch((error: unknown) =>
        this.logger.warn('webhooks were not reconciled at the start; the reconciler repeats it', { error }),
      );
  }

  private async reconcile(): Promise<void> {
    const updatedBefore = new Date(Date.now() - this.config.retentionDays.webhooks * 24 * hourMs);
    const loggedBefore = new Date(Date.now() - this.config.retentionDays.activity_log * 24 * hourMs);
    const deleteOld = (remove: typeof deleteOldMessages, before: Date) =>
      inBatches(() => this.database.everyTenant((transaction) => remove(transaction, before, rowsAtOnce)));
    await this.passes.steps('webhook-sweep', {
      partitions: () => this.database.everyTenant(reopenMissedPartitions),
      give_up: () => inBatches(() => this.giveUp()),
      messages: () => deleteOld(deleteOldMessages, updatedBefore),
      replays: () => deleteOld(deleteOldReplays, updatedBefore),
      activity_logs: () => deleteOld(deleteOldActivityLogs, loggedBefore),
      own_messages: () => this.retention.remove(this.database, 'webhooks', deleteOldMessages),
      own_activity_logs: () => this.retention.remove(this.database, 'activity_log', deleteOldActivityLogs),
      figures: () => this.measure(),
    });
  }

  private async measure(): Promise<void> {
    const { waiting, paused, oldest_seconds: oldest } = await this.database.everyTenant(partitionFigures);
    this.partitions.set({ state: 'waiting' }, waiting);
    this.partitions.set({ state: 'paused' }, paused);
    this.oldest.set(Math.max(oldest, 0));
  }

  /** @returns the number of messages given up */
  private async giveUp(): Promise<number> {
    const dueBefore = new Date(Date.now() - this.config.webhookGiveUpHours * hourMs);
    const abandoned = await this.database.everyTenant(async (transaction) => {
      const messages = await giveUpMessages(transaction, dueBefore, rowsAtOnce);
      await clearAllInFlight(
        transaction,
        messages.map(({ id }) => workIdOf(id)),
      );
      return messages;
    });
    this.metrics.webhookAttempts.inc({ outcome: 'given_up' }, abandoned.length);
    for (const endpointId of new Set(abandoned.map((message) => message.endpoint_id))) {
      const messages = abandoned.filter((message) => message.endpoint_id === endpointId);
      this.logger.warn('webhooks failed for good', {
        webhook_endpoint_id: endpointId,
        organization_id: messages[0]?.organization_id,
        messages: messages.length,
      });
    }
    return abandoned.length;
  }
}

/** Repeats a step until a batch is not full; the next run continues after the maximum number of batches. */
async function inBatches(step: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < mostBatches && (await step()) === rowsAtOnce; batch++);
}
