import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, Logger } from '@tollgate/platform';
import { deleteOldMessages, takeOverdueMessages } from '../messages/webhook-messages.repository.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { AttemptQueue } from './attempt-queue.js';
import { WebhookAttemptsService } from './webhook-attempts.service.js';

const concurrentAttempts = 20;
const everyMinute = 60_000;
const overdueMs = 60_000;
const repairedAtOnce = 500;
const keptMs = 90 * 24 * 3_600_000;
const removedAtOnce = 5_000;

/** Runs the attempts, and the sweep that repairs what a sudden end left undone and removes what is old. */
@Injectable()
export class WebhookAttemptsWorker implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly database: WebhookDeliveryDatabase,
    private readonly attempts: WebhookAttemptsService,
    private readonly queue: AttemptQueue,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('webhook-attempt', (payload) => this.attempts.make(payload), concurrentAttempts);
    this.jobs.work('webhook-sweep', () => this.sweep(), 1);
    await this.jobs.every('webhook-sweep', everyMinute, {});
    // After a sudden end a test clock may wait for an attempt that was never queued.
    await this.repair(0).catch((error: unknown) => this.logger.warn('webhooks not repaired at the start; the sweep will', { error }));
  }

  private async sweep(): Promise<void> {
    await this.repair(overdueMs);
    const updatedBefore = new Date(Date.now() - keptMs);
    await this.database.everyTenant((transaction) => deleteOldMessages(transaction, updatedBefore, removedAtOnce));
  }

  /** Queues attempts that should have been made long ago; those that are only waiting their turn stay as they are. */
  private async repair(longAgoMs: number): Promise<void> {
    const now = Date.now();
    const overdue = await this.database.everyTenant((transaction) =>
      takeOverdueMessages(transaction, new Date(now - longAgoMs), new Date(now), repairedAtOnce),
    );
    for (const { organization_id: organizationId, id, retries } of overdue) await this.queue.repair(organizationId, id, retries + 1);
  }
}
