import { outOfContext, Unavailable } from '@tollgate/platform';

// A write has a fixed cost of its own. Under load it pays to wait this long for the callers just answered.
const busyCallers = 16;
const usualLingerMs = 10;

/** Limits of one write and of the queue for it, in items and in bytes. */
export interface CommitBounds {
  items: number;
  bytes: number;
  waitingItems: number;
  waitingBytes: number;
  /** How long a write waits for more callers under load, in milliseconds; 10 by default. */
  lingerMs?: number;
}

interface Waiting<Item> {
  items: Item[];
  bytes: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: items that arrive during a write share the next one. Each caller's promise settles with the write that
 * carried its items.
 */
export class GroupCommit<Item> {
  private waiting: Waiting<Item>[] = [];
  private waitingItems = 0;
  private waitingBytes = 0;
  private writing: Promise<void> | undefined;
  /** Callers that the last write served; if there were many, a short wait makes the next write serve more. */
  private served = 0;
  private taken = 0;
  private written = 0;

  /** @param write writes the items of one batch; the items of a single caller are never split */
  constructor(
    private readonly write: (items: Item[]) => Promise<void>,
    private readonly bounds: CommitBounds,
    private readonly sizeOf: (item: Item) => number,
  ) {}

  /** @throws Unavailable when too much is waiting; rethrows errors of `write` */
  append(items: Item[]): Promise<void> {
    const bytes = items.reduce((sum, item) => sum + this.sizeOf(item), 0);
    const { waitingItems, waitingBytes } = this.bounds;
    if (
      this.waiting.length > 0 &&
      (this.waitingItems + items.length > waitingItems || this.waitingBytes + bytes > waitingBytes)
    ) {
      return Promise.reject(new Unavailable('too many events wait to be written'));
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ items, bytes, resolve, reject });
      this.waitingItems += items.length;
      this.waitingBytes += bytes;
      this.taken++;
      // The writer also picks up what others append meanwhile.
      this.writing ??= outOfContext(() => this.writeAll());
    });
  }

  /** How many callers appended so far: a target for `isWritten`. */
  get target(): number {
    return this.taken;
  }

  /** Whether the writes of the first `target` callers have ended. */
  isWritten(target: number): boolean {
    return this.written >= target;
  }

  /** Resolves when everything appended so far has been written. */
  async flushed(): Promise<void> {
    while (this.writing) await this.writing;
  }

  private async writeAll(): Promise<void> {
    // One turn of the event loop lets requests that arrived together share a write.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.waiting.length > 0) {
      if (this.served >= busyCallers && this.waiting.length < this.served)
        await new Promise((resolve) => setTimeout(resolve, this.bounds.lingerMs ?? usualLingerMs));
      const group = this.takeGroup();
      this.served = group.length;
      try {
        await this.write(group.flatMap(({ items }) => items));
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
      this.written += group.length;
    }
    this.writing = undefined;
  }

  private takeGroup(): Waiting<Item>[] {
    let [items, bytes, count] = [0, 0, 0];
    for (const next of this.waiting) {
      if (count > 0 && (items + next.items.length > this.bounds.items || bytes + next.bytes > this.bounds.bytes)) break;
      items += next.items.length;
      bytes += next.bytes;
      count++;
    }
    this.waitingItems -= items;
    this.waitingBytes -= bytes;
    return this.waiting.splice(0, count);
  }
}
