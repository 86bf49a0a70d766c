import { ConcurrentCalls } from './concurrent-calls.js';

/** Larger bodies have a low limit on how many are read, parsed and processed concurrently. */
export const largestAtOnce = 64 * 1024;

/** A slow sender costs no processing time: after this time, in milliseconds, its body stops counting. */
const longestCountedMs = 1_000;

/**
 * After a body that exceeds the limits, the sender's next one waits this long, in milliseconds; honest senders are not
 * affected.
 */
const pauseAfterRefusalMs = 200;

/**
 * Limits how many large bodies of one caller are read concurrently: parsing fifty at once would block the event loop
 * for many milliseconds.
 */
export class LargeBodyReading {
  private readonly reading = new ConcurrentCalls({ ofOne: 2, ofAll: 64, waiting: 2_000, waitMs: 10_000 });

  /**
   * Waits until a body may be read.
   * @returns a function to call once the body is parsed or refused; the body counts until then, or for a second
   * @throws TooManyRequests, Unavailable
   */
  async begin(caller: string): Promise<(isRefused: boolean) => void> {
    const end = await this.reading.begin(caller);
    const timer = setTimeout(end, longestCountedMs).unref();
    return (isRefused) => {
      clearTimeout(timer);
      if (isRefused) setTimeout(end, pauseAfterRefusalMs).unref();
      else end();
    };
  }
}
