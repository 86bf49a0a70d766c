import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@tollgate/platform';
import { digestBytes, digestOfKey } from './id-digest.js';
import { IdFilter } from './id-filter.js';
import { windowKey, type EventKey } from './transaction-window.js';

/** Largest clock difference between processes; a reception time may be off by this much. */
const skewMs = 120_000;
const longestPauseMs = 1_000;

/**
 * Ids of stored events that the window no longer holds. The filter needs little memory and spares a store lookup for
 * each new id. It may report a new id as stored, but never a stored one as new.
 */
export class EvictedIdFilter {
  private readonly filter: IdFilter;
  private knownUntil = 0;

  /**
   * @param mostBytes its memory limit
   * @param receivesEvictions whether the window adds each id that it evicts; one read of the store is then enough
   */
  constructor(
    mostBytes: number,
    private readonly receivesEvictions: boolean,
    private readonly logger: Logger,
  ) {
    this.filter = new IdFilter(mostBytes);
  }

  /** Whether it holds the ids of all stored events received before an instant, in Unix milliseconds. */
  knowsAllBefore(at: number): boolean {
    return this.knownUntil >= at;
  }

  /** False when an event is certainly not among them. */
  mayHave(event: EventKey): boolean {
    return this.filter.mayHave(digestOfKey(windowKey(event)));
  }

  /** Adds an id that the window evicts. */
  add(digest: Buffer): void {
    this.filter.add(digest);
  }

  /** Marks the filter complete: the store holds nothing beyond the window. */
  knowAll(): void {
    this.knownUntil = Infinity;
  }

  /**
   * Loads the ids of stored events that the filter does not hold yet; a failure loses none of the ids it holds.
   * @param pages the digests of events received since an instant
   * @param isStored whether the store holds everything accepted so far; otherwise it is too early
   * @param goesOn false ends the read
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
      // Each pause is as long as the read before it, to leave the store time for other clients.
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
