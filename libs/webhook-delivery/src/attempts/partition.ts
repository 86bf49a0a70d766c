import type { Logger } from '@tollgate/platform';
import type { DueDelivery, DueQuery } from '../messages/webhook-messages.repository.js';
import type { AttemptSlots, Slot } from './attempt-slots.js';
import type { ClaimedPartition } from '../partitions/delivery-partitions.repository.js';
import { isProbed, leftHanging, pauseMsAfter, slowAfterMs } from './partition-health.js';
import type { Attempted } from './webhook-attempts.service.js';

/** The operations that a partition needs. */
export interface PartitionWork {
  slots: Pick<AttemptSlots, 'take'>;
  logger: Pick<Logger, 'warn' | 'info'>;
  /** Finds due attempts of the endpoint, the earliest first. */
  findDue(partition: ClaimedPartition, query: DueQuery): Promise<DueDelivery[]>;
  attempt(delivery: DueDelivery): Promise<Attempted>;
  recordHung(partition: ClaimedPartition): Promise<void>;
  pause(partition: ClaimedPartition, pauseMs: number, reason: string): Promise<void>;
  resume(partition: ClaimedPartition): Promise<void>;
}

/** Concurrent attempts of one endpoint. */
const attemptsAtOnce = 4;
/** One attempt among these prefers a replayed message: neither replayed nor fresh ones starve. */
const attemptsOfRound = 4;

/** Makes the due attempts of one endpoint while this process holds its partition. */
export class Partition {
  private readonly underWay = new Set<string>();
  /** For each running poll: the attempts that ended since its start. */
  private readonly polls = new Set<Set<string>>();
  private workers = 0;
  private begun = 0;
  private over = false;
  private failure: unknown;
  private finish: () => void = () => undefined;

  constructor(
    private readonly partition: ClaimedPartition,
    private readonly work: PartitionWork,
  ) {}

  /**
   * Works until no attempt is due, a pause begins, or a caller stops it; waits for attempts under way.
   * @throws the error that ended its work
   */
  async run(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.finish = resolve;
      this.wake();
    });
    if (this.failure) throw this.failure as Error;
  }

  /** Reports that more attempts may be due. */
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

  /** Stops new attempts. */
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

  /** @returns whether an attempt was due */
  private async attemptNext(slot: Slot): Promise<boolean> {
    if (this.over) return false;
    const ended = new Set<string>();
    this.polls.add(ended);
    let deliveries: DueDelivery[];
    try {
      deliveries = await this.work.findDue(this.partition, {
        excludedIds: [...this.underWay],
        prefersReplayed: this.begun % attemptsOfRound === attemptsOfRound - 1,
        limit: 2,
      });
    } finally {
      this.polls.delete(ended);
    }
    // Another worker may have started, or even finished, one of them meanwhile.
    const [delivery, another] = deliveries.filter(({ id }) => !this.underWay.has(id) && !ended.has(id));
    if (!delivery || this.over) return deliveries.length > 0 && !this.over;
    this.underWay.add(delivery.id);
    this.begun++;
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
      if (partition.hung === 0 && !partition.is_reported) return;
      const wasPaused = isProbed(partition.hung);
      partition.hung = 0;
      partition.is_reported = false;
      await work.resume(partition);
      if (wasPaused) work.logger.info('a webhook endpoint answers again', logFields);
      return;
    }
    // An attempt from before the pause gives no new information.
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
