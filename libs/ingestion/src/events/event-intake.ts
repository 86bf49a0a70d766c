import { Unavailable } from '@tollgate/platform';

/** How many calls may wait in a process, and how long, before the next is refused. */
export interface IntakeBounds {
  calls: number;
  /** Milliseconds that calls answered of late have taken. */
  waitMs: number;
}

/** So few are taken however long they wait: it is not their number that makes them slow. */
const fewCalls = 64;
/** A call's share in the mean: some thirty calls tell how long they wait. */
const weight = 1 / 32;

/**
 * Takes calls that send events as long as they are answered in time: whoever comes beyond that is told at once to come
 * again, instead of waiting with all others for longer and longer.
 */
export class EventIntake {
  private waiting = 0;
  /** Moving mean of what calls that were answered took. A call that hangs alone says nothing of the others. */
  private tookMs = 0;

  constructor(private readonly bounds: IntakeBounds) {}

  /** @throws Unavailable when too many calls wait, or many do for too long */
  refuseBeyondBounds(): void {
    const { calls, waitMs } = this.bounds;
    if (this.waiting >= calls || (this.waiting >= fewCalls && this.tookMs > waitMs))
      throw new Unavailable('too many events are under way, try again');
  }

  /** Does the work of one call. @throws as `refuseBeyondBounds`, and what the work throws */
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
