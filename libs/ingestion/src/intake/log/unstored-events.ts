import { setTimeout as sleep } from 'node:timers/promises';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { joinedPlaces } from '../journal/journal.js';
import type { Place } from '../journal/record.js';

/** A group of events in the journal that is not in the usage store yet. */
export interface UnstoredGroup {
  place: Place;
  /** Absent when memory has no room for them; then the journal is read. */
  events?: AcceptedEvent[];
  /** When the first of the events was accepted, in Unix milliseconds. */
  acceptedAt: number;
}

/** When waiting events form a block, and how large it may be. */
export interface BlockRules {
  /** Most events of a block, and their bytes as JSON, unless one group alone has more. */
  largestBlock: number;
  largestBytes: number;
  /** Pause between blocks while fewer events than that are waiting. */
  everyMs: number;
  /** Most bytes of events, as JSON, that stay in memory. */
  bytesInMemory: number;
}

const longestSleepMs = 1_000;

interface Waiter {
  count: number;
  resolve: () => void;
}

/**
 * Events in the journal that are not in the usage store, in order, with the callers that wait for them. The first event
 * after a pause is stored at once. While more arrive, a block waits for its interval or its size, unless a reader is
 * waiting for its events.
 */
export class UnstoredEvents {
  private groups: UnstoredGroup[] = [];
  /** How many groups at the start of the list are being stored. */
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

  /** Number of events that are not in the store. */
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
   * The groups of the next block, as soon as the block is due. They are in hand until `store` is called. Returns no
   * groups when the signal aborts the wait.
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

  /** Makes `next` check its signal. */
  interrupt(): void {
    this.wake();
  }

  /** Marks the groups in hand as stored. */
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

  /** Whether the first `count` events are stored; waits up to `waitMs` and stores waiting events at once. */
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

  /** All unstored groups at this moment, in order. */
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
