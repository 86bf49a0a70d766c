import { LRUCache } from 'lru-cache';
import type { AcceptedEvent } from '../events/accepted-event.js';
import { pendingSeconds, TransactionWindow, windowKey, type Seen } from './transaction-window.js';

const stored = -1;

/** The window of a single process: in memory, filled from the store when the process starts. */
export class EmbeddedWindow extends TransactionWindow {
  private readonly entries: LRUCache<string, number>;

  constructor(private readonly seconds: number, maximum: number) {
    super();
    this.entries = new LRUCache({ max: maximum, ttl: seconds * 1000, ttlResolution: 1000 });
  }

  /** Notes a transaction id that is in the store. */
  fill(key: string): void {
    this.entries.set(key, stored);
  }

  override async reserve(events: AcceptedEvent[]): Promise<Seen[]> {
    return events.map((event) => {
      const key = windowKey(event);
      const known = this.entries.get(key);
      if (known === stored) return { state: 'stored' };
      if (known !== undefined) return { state: 'pending', timestamp: known };
      this.entries.set(key, event.timestamp, { ttl: pendingSeconds * 1000 });
      return { state: 'new' };
    });
  }

  override async confirm(events: AcceptedEvent[]): Promise<void> {
    for (const event of events) this.entries.set(windowKey(event), stored, { ttl: this.seconds * 1000 });
  }

  override async release(events: AcceptedEvent[]): Promise<void> {
    for (const event of events) this.entries.delete(windowKey(event));
  }
}
