import { Unavailable } from '@tollgate/platform';

/** How many calls may wait in a process, and how long, before the next one is refused. */
export interface IntakeBounds {
  calls: number;
  /** Mean duration of recent calls, in milliseconds. */
  waitMs: number;
}

/** So few calls are always accepted: their number cannot be the cause of slowness. */
const fewCalls = 64;
/** Weight of a call in the moving mean: about thirty calls determine it. */
const weight = 1 / 32;

/**
 * Admits calls that send events as long as their answers come in time. It refuses further calls at once, so that
 * senders retry instead of waiting longer and longer.
 */
export class EventIntake {
  private waiting = 0;
  /** Moving mean of the duration of answered calls. A single hanging call does not affect it. */
  private tookMs = 0;

  constructor(private readonly bounds: IntakeBounds) {}

  /** @throws Unavailable when too many calls wait, or many of them for too long */
  refuseBeyondBounds(): void {
    const { calls, waitMs } = this.bounds;
    if (this.waiting >= calls || (this.waiting >= fewCalls && this.tookMs > waitMs))
      throw new Unavailable('too many events are under way, try again');
  }

  /** Runs the work of one call. @throws as `refuseBeyondBounds`; rethrows errors of the work */
  async take<T>(work: () => Promise<T>): Promise<T> {
    this.refuseBeyondBounds();
    this.waiting += 1;
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.waiting -= 1;
      this.tookMs += (performance.now() - began - this.tookMs) * weight;
    }
  }
}
