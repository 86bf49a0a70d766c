import type { Logger } from '@tollgate/platform';
import type { DueDelivery } from '../messages/webhook-messages.repository.js';
import type { AttemptSlots, Slot } from './attempt-slots.js';
import type { ClaimedPartition } from '../partitions/delivery-partitions.repository.js';
import { isProbed, leftHanging, pauseMsAfter, slowAfterMs } from './partition-health.js';
import type { Attempted } from './webhook-attempts.service.js';

/** What a partition does its work through. */
export interface PartitionWork {
  slots: Pick<AttemptSlots, 'take'>;
  logger: Pick<Logger, 'warn' | 'info'>;
  /** The attempts of the endpoint that are due, the earliest first, without those under way. */
  findDue(endpointId: string, organizationId: string, underWay: string[], limit: number): Promise<DueDelivery[]>;
  attempt(delivery: DueDelivery): Promise<Attempted>;
  recordHung(partition: ClaimedPartition): Promise<void>;
  pause(partition: ClaimedPartition, pauseMs: number, reason: string): Promise<void>;
  resume(partition: ClaimedPartition): Promise<void>;
}

/** Attempts that one endpoint may have under way at once. */
const attemptsAtOnce = 4;

/** Makes the attempts of one endpoint that are due, while this process holds its partition. */
export class Partition {
  private readonly underWay = new Set<string>();
  /** For each look at what is due that has not come back: attempts that ended in the meantime. */
  private readonly polls = new Set<Set<string>>();
  private workers = 0;
  private over = false;
  private failure: unknown;
  private finish: () => void = () => undefined;

  constructor(
    private readonly partition: ClaimedPartition,
    private readonly work: PartitionWork,
  ) {}

  /**
   * Works until nothing is due, the endpoint is paused, or `stop` is called; attempts under way are ended first.
   * @throws whatever kept it from its work
   */
  async run(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.finish = resolve;
      this.wake();
    });
    if (this.failure) throw this.failure;
  }

  /** More may have become due. */
  wake(): void {
    if (this.over || this.workers >= (isProbed(this.partition.hung) ? 1 : attemptsAtOnce)) return;
    this.workers++;
    void this.workThrough()
      .catch((error: unknown) => {
        this.failure ??= error;
        this.over = true;
      })
      .finally(() => {
        this.workers--;
        if (this.workers > 0) return;
        this.over = true;
        this.finish();
      });
  }

  /** Begins no further attempt. */
  stop(): void {
    this.over = true;
  }

  private async workThrough(): Promise<void> {
    for (let hasMore = true; hasMore && !this.over;) {
      const slot = await this.work.slots.take(this.partition.organization_id);
      try {
        hasMore = await this.attemptNext(slot);
      } finally {
        slot.release();
      }
    }
  }

  /** @returns whether there was something to do */
  private async attemptNext(slot: Slot): Promise<boolean> {
    if (this.over) return false;
    const { endpoint_id: endpointId, organization_id: organizationId } = this.partition;
    const ended = new Set<string>();
    this.polls.add(ended);
    let deliveries: DueDelivery[];
    try {
      deliveries = await this.work.findDue(endpointId, organizationId, [...this.underWay], 2);
    } finally {
      this.polls.delete(ended);
    }
    // Another worker may have begun one of them in the meantime, and may even be done with it.
    const [delivery, another] = deliveries.filter(({ id }) => !this.underWay.has(id) && !ended.has(id));
    if (!delivery || this.over) return deliveries.length > 0 && !this.over;
    this.underWay.add(delivery.id);
    if (another) this.wake();
    return this.attempt(delivery, slot);
  }

  private async attempt(delivery: DueDelivery, slot: Slot): Promise<true> {
    const slow = setTimeout(() => slot.becomeSlow(), slowAfterMs);
    try {
      await this.recordOutcome(await this.work.attempt(delivery));
    } finally {
      clearTimeout(slow);
      this.underWay.delete(delivery.id);
      for (const ended of this.polls) ended.add(delivery.id);
    }
    return true;
  }

  private async recordOutcome({ outcome, durationMs }: Attempted): Promise<void> {
    const { partition, work } = this;
    const logFields = { webhook_endpoint_id: partition.endpoint_id, organization_id: partition.organization_id };
    if (!leftHanging(outcome, durationMs)) {
      if (partition.hung === 0) return;
      const wasPaused = isProbed(partition.hung);
      partition.hung = 0;
      await work.resume(partition);
      if (wasPaused) work.logger.info('webhook endpoint answers again', logFields);
      return;
    }
    // What began before a pause says nothing new.
    if (this.over) return;
    partition.hung++;
    const pauseMs = pauseMsAfter(partition.hung);
    if (pauseMs === null) return work.recordHung(partition);
    this.over = true;
    await work.pause(partition, pauseMs, outcome.error ?? 'no answer');
    work.logger.warn('webhook endpoint paused', {
      ...logFields,
      hung: partition.hung,
      pause_ms: pauseMs,
      reason: outcome.error,
    });
  }
}
