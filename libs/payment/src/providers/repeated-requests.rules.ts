import type { Instant } from '@tollgate/platform';

/** Providers remember an idempotency key for at least 24 hours; an hour less allows for clocks that differ. */
const rememberedMs = 23 * 3_600_000;

/**
 * Whether a provider may have evicted the key of a request. Then the caller looks for the payment or refund before
 * it repeats the request.
 * @param firstRequestedAt Unix ms, null before the first request @param now Unix ms, of the wall clock
 */
export const mayBeEvicted = (firstRequestedAt: Instant | null, now: Instant): boolean =>
  firstRequestedAt !== null && now - firstRequestedAt >= rememberedMs;

/** Finds what a provider may have made already; otherwise requests it. */
export async function requestOnce<T>(
  firstRequestedAt: Instant | null,
  now: Instant,
  { find, request }: { find: () => Promise<T | null>; request: () => Promise<T> },
): Promise<T> {
  const found = mayBeEvicted(firstRequestedAt, now) ? await find() : null;
  return found ?? request();
}
