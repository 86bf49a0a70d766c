import { setTimeout as sleep } from 'node:timers/promises';
import type { AcceptedEvent } from '../accepted-events/accepted-event.js';
import { joinedPlaces } from '../journal/journal.js';
import type { Place } from '../journal/record.js';

/** A group of events that the journal holds and the usage store does not yet. */
export interface UnstoredGroup {
  place: Place;
  /** Absent where memory has no room for them: then the journal is read. */
  events?: AcceptedEvent[];
  /** When they were accepted, or the first of them, in Unix milliseconds. */
  acceptedAt: number;
}

/** When a block is made of what waits, and how large it is. */
export interface BlockRules {
  /** Events of a block and their bytes as JSON at most, unless one group has more. */
  largestBlock: number;
  largestBytes: number;
  /** From one block to the next, while fewer events than that come. */
  everyMs: number;
  /** Bytes, as JSON, of events that are kept in memory. */
  bytesInMemory: number;
}

const longestSleepMs = 1_000;

interface Waiter {
  count: number;
  resolve: () => void;
}

/**
 * What is in the journal and not in the usage store, in its order, and whoever waits for it. The first event after a pause is
 * stored at once; while more come, a block waits for its time or until it is large, unless somebody wants to read what is in it.
 */
export class UnstoredEvents {
  private groups: UnstoredGroup[] = [];
  /** So many of the first are being stored. */
  private inHand = 0;
  private bytesLoaded = 0;
  private added = 0;
  private stored = 0;
  private requestedCount = 0;
  private lastBlockAt = 0;
  private waiters: Waiter[] = [];
  private wake: () => void = () => undefined;

  constructor(private readonly rules: BlockRules) {}

  /** Events added so far: a target for `untilStored`. */
  get target(): number {
    return this.added;
  }

  /** Events that are not in the store. */
  get count(): number {
    return this.added - this.stored;
  }

  /** When the oldest of them was accepted; null when there is none. */
  get oldest(): number | null {
    return this.groups[0]?.acceptedAt ?? null;
  }

  add(group: UnstoredGroup): void {
    const { place, events, acceptedAt } = group;
    this.added += place.items;
    if (events && this.bytesLoaded + bytesOf(place) <= this.rules.bytesInMemory) {
      this.bytesLoaded += bytesOf(place);
      this.groups.push(group);
    } else this.addUnloaded(place, acceptedAt);
    this.wake();
  }

  /**
   * The groups of the next block, as soon as it is time for it; they are in hand until `store` is called. None when the signal
   * ends the waiting.
   */
  async next(signal: AbortSignal): Promise<UnstoredGroup[]> {
    while (!signal.aborted) {
      const waitMs = this.dueIn();
      if (waitMs <= 0) return this.takeBlock();
      const woken = new Promise<void>((resolve) => (this.wake = resolve));
      const timer = new AbortController();
      const late = sleep(Math.min(waitMs, longestSleepMs), undefined, { signal: timer.signal }).catch(() => undefined);
      await Promise.race([woken, late]);
      timer.abort();
    }
    return [];
  }

  /** Has `next` look at its signal. */
  interrupt(): void {
    this.wake();
  }

  /** The groups in hand are stored. */
  store(): void {
    const groups = this.groups.splice(0, this.inHand);
    this.inHand = 0;
    for (const { place, events } of groups) {
      this.stored += place.items;
      if (events) this.bytesLoaded -= bytesOf(place);
    }
    const reached = this.waiters.filter(({ count }) => count <= this.stored);
    this.waiters = this.waiters.filter(({ count }) => count > this.stored);
    for (const { resolve } of reached) resolve();
  }

  /** Whether the first so many events are stored; waits for it for a time. What waits is stored at once. */
  async untilStored(count: number, waitMs: number): Promise<boolean> {
    if (this.stored >= count) return true;
    this.requestedCount = Math.max(this.requestedCount, count);
    this.wake();
    const waiter: Waiter = { count, resolve: () => undefined };
    const timer = new AbortController();
    const reached = new Promise<void>((resolve) => (waiter.resolve = resolve));
    this.waiters.push(waiter);
    await Promise.race([reached, sleep(waitMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
    this.waiters = this.waiters.filter((other) => other !== waiter);
    return this.stored >= count;
  }

  /** Everything that is unstored, in its order, as it is now. */
  all(): readonly UnstoredGroup[] {
    return [...this.groups];
  }

  private addUnloaded(place: Place, acceptedAt: number): void {
    const last = this.groups.length > this.inHand ? this.groups.at(-1) : undefined;
    const joined = last && !last.events ? joinedPlaces(last.place, place) : null;
    if (last && joined) this.groups[this.groups.length - 1] = { place: joined, acceptedAt: last.acceptedAt };
    else this.groups.push({ place, acceptedAt });
  }

  private dueIn(): number {
    if (this.count === 0) return Infinity;
    if (this.count >= this.rules.largestBlock || this.requestedCount > this.stored) return 0;
    return this.lastBlockAt + this.rules.everyMs - Date.now();
  }

  private takeBlock(): UnstoredGroup[] {
    this.lastBlockAt = Date.now();
    const { largestBlock, largestBytes } = this.rules;
    let [items, bytes, count] = [0, 0, 0];
    for (const { place } of this.groups) {
      items += place.items;
      bytes += bytesOf(place);
      if (count > 0 && (items > largestBlock || bytes > largestBytes)) break;
      count++;
    }
    this.inHand = count;
    return this.groups.slice(0, count);
  }
}

const bytesOf = ({ from, to }: Place): number => to - from;
