/** Statuses that mean "not now": the same call may succeed later. */
export const temporaryStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const longestRetryAfterMs = 300_000;

/** The wait that an answer requests, in milliseconds: five minutes at most, and 0 without a request. */
export function retryAfterOf(headers: Headers, now = Date.now()): number {
  const text = headers.get('retry-after');
  if (text === null) return 0;
  const seconds = Number(text);
  const ms = Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1000;
  return ms > 0 ? Math.min(ms, longestRetryAfterMs) : 0;
}

/** A wait that doubles with each attempt, of which a random half is left out, so that callers do not return together. */
export function backoffMs(attempt: number, { firstMs, longestMs }: { firstMs: number; longestMs: number }): number {
  return Math.min(firstMs * 2 ** attempt, longestMs) * (1 - Math.random() / 2);
}

/** Waits. @throws the reason of the signal as soon as it is aborted */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
