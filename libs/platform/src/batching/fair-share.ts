/** Work of a key that waits for a place. */
type Start = () => void;

interface Share {
  /** The time that the key's work has taken, in milliseconds, in step with the other keys. */
  used: number;
  running: number;
  waiting: Start[];
}

/**
 * Shares a resource between keys, such as organizations. Work waits in a queue of its key; the key whose work has taken
 * the least time is next. A key with long work thus waits longer between its turns, and delays others by one piece of
 * work at most. A key that returns after a pause begins level with the others: it has saved nothing.
 */
export class FairShare {
  private readonly shares = new Map<string, Share>();
  private running = 0;
  /** The time used by the key that began last: no other key has used less and waits. */
  private level = 0;

  /**
   * @param places pieces of work at once
   * @param ofOne those of one key
   * @param now milliseconds
   */
  constructor(
    private readonly places: number,
    private readonly ofOne = places,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Runs work when its key has its turn. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const share = this.shareOf(key);
    await new Promise<void>((resolve) => {
      share.waiting.push(resolve);
      this.startNext();
    });
    const began = this.now();
    try {
      return await work();
    } finally {
      this.running -= 1;
      share.running -= 1;
      share.used += this.now() - began;
      this.startNext();
      if (share.running === 0 && share.waiting.length === 0 && share.used <= this.level) this.shares.delete(key);
    }
  }

  private shareOf(key: string): Share {
    const share = this.shares.get(key) ?? { used: this.level, running: 0, waiting: [] };
    if (share.running === 0 && share.waiting.length === 0) share.used = Math.max(share.used, this.level);
    this.shares.set(key, share);
    return share;
  }

  private startNext(): void {
    while (this.running < this.places) {
      let next: Share | undefined;
      for (const share of this.shares.values()) {
        if (share.waiting.length === 0 || share.running >= this.ofOne) continue;
        if (!next || share.used < next.used) next = share;
      }
      if (!next) return this.discardIdle();
      this.level = Math.max(this.level, next.used);
      this.running += 1;
      next.running += 1;
      next.waiting.shift()?.();
    }
  }

  /** Without waiting work, all keys at rest begin level again. */
  private discardIdle(): void {
    if (this.running > 0) return;
    this.shares.clear();
    this.level = 0;
  }
}
