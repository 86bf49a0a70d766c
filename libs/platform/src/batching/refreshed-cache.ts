import { LRUCache } from 'lru-cache';

interface CacheEntry<Value> {
  value: Value;
  /** What the version was, and when it was, before the value was read. */
  version: unknown;
  readAt: number;
}

/** How old an answer may be, in milliseconds of the process's own time. */
export interface Staleness {
  /** An answer that is older is read anew behind the caller's back. */
  refreshAfterMs: number;
  /** One that is older is not given. */
  cacheTtlMs: number;
}

/**
 * Answers that are kept for a moment, the most recently used of them. What is asked for again and again is read anew before it is
 * too old, so that nobody waits for it; what was read under another version, or fails to be read, is not kept. Each key is
 * read by one caller at a time.
 */
export class RefreshedCache<Value extends object> {
  private readonly entry: LRUCache<string, CacheEntry<Value>>;
  private readonly underWay = new Map<string, Promise<Value>>();

  constructor(
    private readonly staleness: Staleness,
    most: number,
  ) {
    this.entry = new LRUCache({ max: most });
  }

  /**
   * @param version what was read under another one is not given
   * @param read makes the value; what it throws is thrown to whoever waits for it
   */
  async get(key: string, version: unknown, read: () => Promise<Value>): Promise<Value> {
    const entry = this.entry.get(key);
    const age = entry && entry.version === version ? performance.now() - entry.readAt : Infinity;
    if (!entry || age > this.staleness.cacheTtlMs) return this.renew(key, version, read);
    if (age > this.staleness.refreshAfterMs) this.renew(key, version, read).catch(() => undefined);
    return entry.value;
  }

  private renew(key: string, version: unknown, read: () => Promise<Value>): Promise<Value> {
    const cacheKey = `${String(version)}/${key}`;
    const others = this.underWay.get(cacheKey);
    if (others) return others;
    const readAt = performance.now();
    const reading = read()
      .then((value) => {
        this.entry.set(key, { value, version, readAt });
        return value;
      })
      .catch((error: unknown) => {
        this.entry.delete(key);
        throw error;
      })
      .finally(() => this.underWay.delete(cacheKey));
    this.underWay.set(cacheKey, reading);
    return reading;
  }
}
