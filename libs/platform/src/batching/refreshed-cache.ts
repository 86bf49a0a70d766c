import { LRUCache } from 'lru-cache';

interface CacheEntry<Value> {
  value: Value;
  /** The version and the time just before the read. */
  version: unknown;
  readAt: number;
}

/** Maximum age of cached values, in milliseconds of the process's monotonic clock. */
export interface Staleness {
  /** The cache refreshes older values in the background. */
  refreshAfterMs: number;
  /** The cache does not return older values. */
  cacheTtlMs: number;
}

/**
 * Caches values for a moment and evicts the least recently used. Hot entries are refreshed ahead of expiry, so callers
 * never wait. The cache stores no failures and returns no values of another version. Concurrent callers share one read
 * of a key.
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
   * @param version the cache ignores values of another version
   * @param read loads the value; its errors go to all waiting callers
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
