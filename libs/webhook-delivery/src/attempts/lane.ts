import type { Logger } from '@tollgate/platform';
import type { DueDelivery } from '../messages/webhook-messages.repository.js';
import type { AttemptSlots, Slot } from './attempt-slots.js';
import type { ClaimedLane } from '../lanes/delivery-lanes.repository.js';
import { isProbed, leftHanging, pauseMsAfter, slowAfterMs } from './lane-health.js';
import type { Attempted } from './webhook-attempts.service.js';

/** What a lane does its work through. */
export interface LaneWork {
  slots: Pick<AttemptSlots, 'take'>;
  logger: Pick<Logger, 'warn' | 'info'>;
  /** The attempts of the endpoint that are due, the earliest first, without those under way. */
  due(endpointId: string, organizationId: string, underWay: string[], limit: number): Promise<DueDelivery[]>;
  attempt(delivery: DueDelivery): Promise<Attempted>;
  noteHung(lane: ClaimedLane): Promise<void>;
  pause(lane: ClaimedLane, pauseMs: number, reason: string): Promise<void>;
  resume(lane: ClaimedLane): Promise<void>;
}

/** Attempts that one endpoint may have under way at once. */
const attemptsAtOnce = 4;

/** Makes the attempts of one endpoint that are due, while this process holds its lane. */
export class Lane {
  private readonly underWay = new Set<string>();
  private workers = 0;
  private over = false;
  private failure: unknown;
  private finish: () => void = () => undefined;

  constructor(
    private readonly lane: ClaimedLane,
    private readonly work: LaneWork,
  ) {}

  /**
   * Works until nothing is due, the endpoint is paused, or `stop` is called; attempts under way are ended first.
   * @throws whatever kept it from its work
   */
  async run(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.finish = resolve;
      this.more();
    });
    if (this.failure) throw this.failure;
  }

  /** More may have become due. */
  more(): void {
    if (this.over || this.workers >= (isProbed(this.lane.hung) ? 1 : attemptsAtOnce)) return;
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
    for (let goesOn = true; goesOn && !this.over;) {
      const slot = await this.work.slots.take(this.lane.organization_id);
      try {
        goesOn = await this.attemptNext(slot);
      } finally {
        slot.release();
      }
    }
  }

  /** @returns whether there was something to do */
  private async attemptNext(slot: Slot): Promise<boolean> {
    if (this.over) return false;
    const due = await this.work.due(this.lane.endpoint_id, this.lane.organization_id, [...this.underWay], 2);
    // Another worker may have begun one of them in the meantime.
    const [delivery, another] = due.filter(({ id }) => !this.underWay.has(id));
    if (!delivery || this.over) return due.length > 0 && !this.over;
    this.underWay.add(delivery.id);
    if (another) this.more();
    const slow = setTimeout(() => slot.becomeSlow(), slowAfterMs);
    try {
      await this.judge(await this.work.attempt(delivery));
    } finally {
      clearTimeout(slow);
      this.underWay.delete(delivery.id);
    }
    return true;
  }

  private async judge({ outcome, durationMs }: Attempted): Promise<void> {
    const { lane, work } = this;
    const about = { webhook_endpoint_id: lane.endpoint_id, organization_id: lane.organization_id };
    if (!leftHanging(outcome, durationMs)) {
      if (lane.hung === 0) return;
      const wasPaused = isProbed(lane.hung);
      lane.hung = 0;
      await work.resume(lane);
      if (wasPaused) work.logger.info('webhook endpoint answers again', about);
      return;
    }
    // What began before a pause says nothing new.
    if (this.over) return;
    lane.hung++;
    const pauseMs = pauseMsAfter(lane.hung);
    if (pauseMs === null) return work.noteHung(lane);
    this.over = true;
    await work.pause(lane, pauseMs, outcome.error ?? 'no answer');
    work.logger.warn('webhook endpoint paused', {
      ...about,
      hung: lane.hung,
      pause_ms: pauseMs,
      reason: outcome.error,
    });
  }
}
