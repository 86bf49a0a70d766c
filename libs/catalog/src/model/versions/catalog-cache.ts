import { LRUCache } from 'lru-cache';
import type { TenantTransaction } from '@tollgate/platform';

/** The limit of cached parts; callers report the parts of a value, and a part is a kilobyte or two. */
const maxParts = 20_000;
const cache = new LRUCache<string, object>({ maxSize: maxParts });

interface CacheKey {
  /** The version of the catalog, read before the cached value. */
  version: string;
  /** The name of the value, unique within an organization. */
  name: string;
}

const keyOf = ({ organizationId }: TenantTransaction, { version, name }: CacheKey) =>
  `${organizationId} ${version} ${name}`;

/**
 * Returns a value that was read at this version. It is frozen, because all callers share it.
 */
export function readCached<T extends object>(transaction: TenantTransaction, key: CacheKey): T | undefined {
  return cache.get(keyOf(transaction, key)) as T | undefined;
}

/** @param parts the number of its parts */
export function storeCached<T extends object>(
  transaction: TenantTransaction,
  key: CacheKey,
  value: T,
  parts: number,
): T {
  cache.set(keyOf(transaction, key), frozen(value), { size: parts });
  return value;
}

/** Returns the cached value, or reads and caches it. */
export async function readThroughCache<T extends object>(
  transaction: TenantTransaction,
  key: CacheKey,
  read: () => Promise<T>,
  partsOf: (value: T) => number,
): Promise<T> {
  const cached = readCached<T>(transaction, key);
  if (cached) return cached;
  const value = await read();
  return storeCached(transaction, key, value, partsOf(value));
}

/** Freezes a value deeply: an attempt to change the shared value throws. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) for (const part of value.values()) frozen(part);
  else for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
