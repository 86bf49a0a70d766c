import { LRUCache } from 'lru-cache';
import type { AcceptedEvent } from '../accepted-events/accepted-event.js';
import type { ForgottenIds } from './forgotten-ids.js';
import { TransactionWindow, windowKey, type Seen } from './transaction-window.js';

const stored = 'stored';

interface Reservation {
  timestamp: number;
  owner: string;
}

/** The window of a single process: in memory, filled from the store when the process starts. */
export class EmbeddedWindow extends TransactionWindow {
  private readonly entries: LRUCache<string, typeof stored | Reservation>;
  private whole = true;

  /**
   * @param maximum how many ids it holds; beyond it the oldest go
   * @param forgotten gets those, and knows or will know what was stored and is not filled in
   */
  constructor(
    maximum: number,
    private readonly forgotten: ForgottenIds,
  ) {
    super();
    const dispose = (_value: unknown, key: string, reason: LRUCache.DisposeReason) => {
      if (reason !== 'evict') return;
      this.whole = false;
      forgotten.add(key);
    };
    this.entries = new LRUCache<string, typeof stored | Reservation>({ max: maximum, dispose });
  }

  /** Records transaction ids that are in the store. @param all whether these are all */
  fill(keys: string[], all: boolean): void {
    this.whole &&= all;
    for (const key of keys) this.entries.set(key, stored);
  }

  override async reserve(events: AcceptedEvent[]): Promise<Seen[]> {
    return events.map((event) => {
      const key = windowKey(event);
      const known = this.entries.get(key);
      if (known === stored) return { state: 'stored' };
      this.entries.set(key, { timestamp: known?.timestamp ?? event.timestamp, owner: event.id });
      return known === undefined ? { state: 'new' } : { state: 'pending', timestamp: known.timestamp };
    });
  }

  override async confirm(events: AcceptedEvent[]): Promise<void> {
    for (const event of events) this.entries.set(windowKey(event), stored);
  }

  override async release(events: AcceptedEvent[]): Promise<void> {
    for (const event of events) {
      const key = windowKey(event);
      const known = this.entries.peek(key);
      if (known !== undefined && known !== stored && known.owner === event.id) this.entries.delete(key);
    }
  }

  override doubtful(events: AcceptedEvent[]): AcceptedEvent[] {
    if (this.whole) return [];
    return this.forgotten.knowsAllBefore(Infinity) ? events.filter((event) => this.forgotten.mayHave(event)) : events;
  }

  override isLost(): boolean {
    return false;
  }

  override holdsFrom(): number {
    return Infinity;
  }
}
