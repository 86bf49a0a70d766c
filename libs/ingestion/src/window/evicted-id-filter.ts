import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@tollgate/platform';
import { digestBytes, digestOfKey } from './id-digest.js';
import { IdFilter } from './id-filter.js';
import { windowKey, type EventKey } from './transaction-window.js';

/** How much later than it says an event may have been received, by the clock of another process. */
const skewMs = 120_000;
const longestPauseMs = 1_000;

/**
 * Ids of stored events that the window does not hold any more: kept in little memory, so that the store need not be asked for each
 * new id. It may take another id for one of them, and never one of them for another.
 */
export class EvictedIdFilter {
  private readonly filter: IdFilter;
  private knownUntil = 0;

  /**
   * @param mostBytes memory that it takes at most
   * @param isFed whether the window adds each id that it drops: then what was stored before is read once
   */
  constructor(
    mostBytes: number,
    private readonly receivesEvictions: boolean,
    private readonly logger: Logger,
  ) {
    this.filter = new IdFilter(mostBytes);
  }

  /** Whether it has the ids of all stored events that were received before an instant, in Unix milliseconds. */
  knowsAllBefore(at: number): boolean {
    return this.knownUntil >= at;
  }

  /** False where an event is certainly none of them. */
  mayHave(event: EventKey): boolean {
    return this.filter.mayHave(digestOfKey(windowKey(event)));
  }

  /** An id that the window drops. */
  add(digest: Buffer): void {
    this.filter.add(digest);
  }

  /** There is nothing in the store but what the window holds. */
  knowAll(): void {
    this.knownUntil = Infinity;
  }

  /**
   * Reads the ids of the store, those that it does not know yet; what it knew is kept when that fails.
   * @param pages those that were received since an instant
   * @param isStored whether all that was accepted until now is in the store; else it is too early
   * @param goesOn false ends it
   */
  async read(
    pages: (since: number) => AsyncIterable<Buffer>,
    isStored: () => Promise<boolean>,
    goesOn: () => boolean,
  ): Promise<void> {
    const begun = Date.now();
    if (!(await isStored())) return;
    let bytes = 0;
    let requestedAt = Date.now();
    for await (const page of pages(Math.max(0, this.knownUntil - skewMs))) {
      this.filter.add(page);
      bytes += page.length;
      // The store has others to serve: it rests as long as it worked.
      await sleep(Math.min(Date.now() - requestedAt, longestPauseMs), undefined, { ref: false });
      if (!goesOn()) return;
      requestedAt = Date.now();
    }
    this.knownUntil = this.receivesEvictions ? Infinity : Math.max(this.knownUntil, begun - skewMs);
    this.logger.info('ids of stored events are known', {
      ids: bytes / digestBytes,
      seconds: Math.round((Date.now() - begun) / 1000),
    });
  }
}
