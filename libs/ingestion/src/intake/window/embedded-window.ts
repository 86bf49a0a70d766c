import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import type { EvictedIdFilter } from './evicted-id-filter.js';
import { digestOfKey } from './id-digest.js';
import { RecentDigests } from './recent-digests.js';
import { TransactionWindow, windowKey, type Seen } from './transaction-window.js';

const isNew: Seen = { state: 'new' };
const isStored: Seen = { state: 'stored' };

interface Reservation {
  timestamp: number;
  owner: string;
}

/** The window of a single process: in memory, filled from the store at startup. */
export class EmbeddedWindow extends TransactionWindow {
  private readonly stored: RecentDigests;
  /** By window key, oldest first. */
  private readonly reservations = new Map<string, Reservation>();
  private whole = true;

  /**
   * @param maximum most ids that it holds, and most reservations; beyond that it evicts the oldest
   * @param evictedIds receives the evicted ids, and holds or will hold the stored ids that `fill` did not load
   */
  constructor(
    private readonly maximum: number,
    private readonly evictedIds: EvictedIdFilter,
  ) {
    super();
    this.stored = new RecentDigests(maximum, (digest) => this.evict(digest));
  }

  /** Adds the transaction ids of stored events. @param all whether these are all ids of the store */
  fill(keys: string[], all: boolean): void {
    this.whole &&= all;
    for (const key of keys) this.stored.add(key);
  }

  override reserve(events: AcceptedEvent[]): Promise<Seen[]> {
    return Promise.resolve(events.map((event) => this.reserveOne(event)));
  }

  override confirm(events: AcceptedEvent[]): Promise<void> {
    for (const event of events) {
      const key = windowKey(event);
      this.stored.add(key);
      this.reservations.delete(key);
    }
    return Promise.resolve();
  }

  override release(events: AcceptedEvent[]): Promise<void> {
    for (const event of events) {
      const key = windowKey(event);
      if (this.reservations.get(key)?.owner === event.id) this.reservations.delete(key);
    }
    return Promise.resolve();
  }

  override doubtful(events: AcceptedEvent[]): AcceptedEvent[] {
    if (this.whole) return [];
    return this.evictedIds.knowsAllBefore(Infinity) ? events.filter((event) => this.evictedIds.mayHave(event)) : events;
  }

  override isLost(): boolean {
    return false;
  }

  override holdsFrom(): number {
    return Infinity;
  }

  private reserveOne(event: AcceptedEvent): Seen {
    const key = windowKey(event);
    if (this.stored.has(key)) return isStored;
    const reservation = this.reservations.get(key);
    if (reservation) {
      reservation.owner = event.id;
      return { state: 'pending', timestamp: reservation.timestamp };
    }
    this.makeRoom();
    this.reservations.set(key, { timestamp: event.timestamp, owner: event.id });
    return isNew;
  }

  private makeRoom(): void {
    if (this.reservations.size < this.maximum) return;
    for (const oldest of this.reservations.keys()) {
      this.reservations.delete(oldest);
      return this.evict(digestOfKey(oldest));
    }
  }

  private evict(digest: Buffer): void {
    this.whole = false;
    this.evictedIds.add(digest);
  }
}
