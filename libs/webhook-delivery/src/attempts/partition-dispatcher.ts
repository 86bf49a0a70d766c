import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Logger, newId, outOfContext } from '@tollgate/platform';
import { dueDeliveries } from '../messages/webhook-messages.repository.js';
import { WebhookDeliveryDatabase } from '../webhook-delivery.database.js';
import { AttemptSlots } from './attempt-slots.js';
import {
  claimPartitions,
  recordHung,
  pausePartition,
  releasePartition,
  renewLeases,
  resumePartition,
  untilNextPartition,
  type ClaimedPartition,
} from '../partitions/delivery-partitions.repository.js';
import { publishLongPause, publishResumption } from '../partitions/pause-notices.js';
import { isLongPause } from './partition-health.js';
import { Partition, type PartitionWork } from './partition.js';
import { WebhookAttemptsService } from './webhook-attempts.service.js';

const attemptsOfProcess = { quick: 64, slow: 512, organization: 16 };
const partitionsAtOnce = 1_000;
const claimedAtOnce = 100;
/** After this lease, another process takes the partition of a dead one. */
const leaseMs = 15_000;
const renewEveryMs = 5_000;
const pollEveryMs = 1_000;
const pauseAfterErrorMs = 5_000;

/**
 * Distributes due partitions, one for each endpoint, among the delivering processes. The tables hold the due work; a
 * wake-up only shortens the wait.
 */
@Injectable()
export class PartitionDispatcher implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly holder = newId();
  private readonly slots = new AttemptSlots(attemptsOfProcess);
  private readonly partitions = new Map<string, Partition>();
  private readonly running = new Set<Promise<void>>();
  private readonly work: PartitionWork;
  private loop = Promise.resolve();
  private renewal: NodeJS.Timeout | undefined;
  private stopping = false;
  private woken = false;
  private alarm: () => void = () => undefined;

  constructor(
    private readonly database: WebhookDeliveryDatabase,
    private readonly logger: Logger,
    attempts: WebhookAttemptsService,
  ) {
    const within = <T>(
      partition: ClaimedPartition,
      change: (transaction: Parameters<typeof recordHung>[0]) => Promise<T>,
    ) => database.tenant(partition.organization_id, change);
    this.work = {
      slots: this.slots,
      logger,
      findDue: ({ endpoint_id: endpointId, organization_id: organizationId }, query) =>
        database.tenant(organizationId, (transaction) => dueDeliveries(transaction, endpointId, query)),
      attempt: (delivery) => attempts.attemptDelivery(delivery),
      recordHung: (partition) => within(partition, (transaction) => recordHung(transaction, partition)),
      pause: (partition, pauseMs, reason) =>
        within(partition, async (transaction) => {
          await pausePartition(transaction, partition, pauseMs, reason);
          if (isLongPause(partition.hung)) await publishLongPause(transaction, partition.endpoint_id);
        }),
      resume: (partition) =>
        within(partition, async (transaction) => {
          await resumePartition(transaction, partition.endpoint_id);
          await publishResumption(transaction, partition.endpoint_id);
        }),
    };
  }

  onApplicationBootstrap(): void {
    this.loop = this.dispatch();
    this.renewal = setInterval(() => void this.renew(), renewEveryMs);
  }

  /** Reports that attempts of these endpoints are due. */
  wake(endpointIds: Iterable<string>): void {
    // A partition takes all due attempts, not only the reported ones.
    outOfContext(() => {
      for (const id of endpointIds) this.partitions.get(id)?.wake();
    });
    this.woken = true;
    this.alarm();
  }

  /** Stops new attempts; running ones may finish (`WebhookClient`). */
  onModuleDestroy(): void {
    this.stopping = true;
    this.partitions.forEach((partition) => partition.stop());
    this.alarm();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop;
    await Promise.all(this.running);
    clearInterval(this.renewal);
  }

  private async dispatch(): Promise<void> {
    while (!this.stopping) {
      this.woken = false;
      const waitMs = await this.claim().catch((error: unknown) => {
        this.logger.warn('due webhooks could not be read', { error });
        return pollEveryMs;
      });
      if (!this.woken && !this.stopping) await this.sleep(waitMs);
    }
  }

  /** Starts work on due partitions. @returns the wait until the next poll, in milliseconds */
  private async claim(): Promise<number> {
    const limit = Math.min(partitionsAtOnce - this.partitions.size, claimedAtOnce);
    const { claimed, untilNext } = await this.database.everyTenant(async (transaction) => ({
      claimed: limit > 0 ? await claimPartitions(transaction, this.holder, leaseMs, limit) : [],
      untilNext: await untilNextPartition(transaction),
    }));
    for (const partition of claimed) {
      // A process that stalled beyond its lease may claim its own running partition.
      const underWay = this.partitions.get(partition.endpoint_id);
      if (underWay) underWay.wake();
      else this.begin(partition);
    }
    if (claimed.length > 0 && claimed.length === limit) return 0;
    return Math.min(Math.max(untilNext ?? pollEveryMs, limit > 0 ? 0 : pollEveryMs), pollEveryMs);
  }

  private begin(claimed: ClaimedPartition): void {
    const done = this.workOn(claimed).finally(() => this.running.delete(done));
    this.running.add(done);
  }

  private async workOn(claimed: ClaimedPartition): Promise<void> {
    const { endpoint_id: endpointId, organization_id: organizationId } = claimed;
    const partition = new Partition(claimed, this.work);
    this.partitions.set(endpointId, partition);
    let notBeforeMs = 0;
    try {
      await partition.run();
    } catch (error) {
      if (!this.stopping) {
        notBeforeMs = pauseAfterErrorMs;
        this.logger.error('webhooks of an endpoint could not be processed', {
          webhook_endpoint_id: endpointId,
          organization_id: organizationId,
          error,
        });
      }
    }
    // Deleted before its release: a later claim must start it again.
    this.partitions.delete(endpointId);
    // If the release fails, the lease expires.
    const dueIn = await this.database
      .tenant(organizationId, (transaction) => releasePartition(transaction, this.holder, endpointId, notBeforeMs))
      .catch(() => null);
    if (dueIn !== null && dueIn < pollEveryMs) this.wake([]);
  }

  private async renew(): Promise<void> {
    const held = [...this.partitions.keys()];
    if (held.length === 0) return;
    await this.database
      .everyTenant((transaction) => renewLeases(transaction, this.holder, held, leaseMs))
      .catch((error: unknown) => this.logger.warn('leases of webhook endpoints not renewed', { error }));
  }

  private async sleep(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.alarm = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.alarm = () => undefined;
  }
}
