import { LRUCache } from 'lru-cache';
import type { TenantTransaction } from '@tollgate/platform';

/** Parts of all that is remembered, as told by those who remember: a part is a kilobyte or two. */
const mostParts = 20_000;
const remembered = new LRUCache<string, object>({ maxSize: mostParts });

interface What {
  /** The version of the catalog, read before what is remembered under it. */
  version: string;
  /** What it is, apart from all else of an organization. */
  name: string;
}

const keyOf = ({ organizationId }: TenantTransaction, { version, name }: What) =>
  `${organizationId} ${version} ${name}`;

/**
 * What was read of a version of the catalog before. Nothing of it changes: it belongs to whoever asks next, too.
 */
export function recall<T extends object>(transaction: TenantTransaction, what: What): T | undefined {
  return remembered.get(keyOf(transaction, what)) as T | undefined;
}

/** @param parts how many things there are in it */
export function remember<T extends object>(transaction: TenantTransaction, what: What, value: T, parts: number): T {
  remembered.set(keyOf(transaction, what), frozen(value), { size: parts });
  return value;
}

/** What is remembered, else what is read now. */
export async function recallOr<T extends object>(
  transaction: TenantTransaction,
  what: What,
  read: () => Promise<T>,
  partsOf: (value: T) => number,
): Promise<T> {
  const cached = recall<T>(transaction, what);
  if (cached) return cached;
  const value = await read();
  return remember(transaction, what, value, partsOf(value));
}

/** All of it, down to its last part: whoever would change it for others gets an error instead. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) for (const part of value.values()) frozen(part);
  else for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
