import { ConcurrentCalls } from './concurrent-calls.js';

/** Bodies above this size are read, parsed and worked on a few at a time. */
export const largestAtOnce = 64 * 1024;

/** A sender that is slow takes no time of ours: after this another body of its organization is read beside, in milliseconds. */
const longestCountedMs = 1_000;

/** Whoever sent one that holds too much reads the next one so much later, in milliseconds: an honest sender never sees it. */
const pauseAfterRefusalMs = 200;

/** Of the large bodies of one caller few are read at a time: what has arrived of fifty of them is a turn of many milliseconds. */
export class LargeBodyReading {
  private readonly reading = new ConcurrentCalls({ ofOne: 2, ofAll: 64, waiting: 2_000, waitMs: 10_000 });

  /**
   * Waits until a body may be read.
   * @returns what is called once it is parsed, or refused for what it holds; it is counted until then, or for a second
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
