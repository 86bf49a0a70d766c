import { ConcurrentCalls } from './concurrent-calls.js';

/** Larger bodies have a low limit on how many bytes are read, parsed and processed concurrently. */
export const largestAtOnce = 64 * 1024;

/** Bytes of large bodies under way, of one caller and of all; a body that exceeds the limit is processed alone. */
const bytesOfOne = 1024 * 1024;
const bytesOfAll = 8 * bytesOfOne;

/** A slow sender costs no processing time: after this time, in milliseconds, its body stops counting. */
const longestCountedMs = 1_000;

/**
 * After a body that exceeds the limits, the sender's next one waits this long, in milliseconds; honest senders are not
 * affected.
 */
const pauseAfterRefusalMs = 200;

/**
 * Bytes per millisecond of pause before they stop counting: a body that occupied the event loop for long leaves it to
 * others for longer.
 */
const bytesPerPauseMs = 10_000;

/**
 * Limits the bytes of large bodies that are under way, from the first byte until the answer. Fifty at once would block
 * the event loop for many milliseconds: each parse blocks it, and each validation occupies it between two pauses.
 */
export class LargeBodyReading {
  private readonly reading = new ConcurrentCalls({
    ofOne: bytesOfOne,
    ofAll: bytesOfAll,
    waiting: 2_000,
    waitMs: 10_000,
  });

  /**
   * Waits until a body may be read.
   * @param bytes the body's length
   * @returns a function to call once the call is answered; the body counts until then, or for a second
   * @throws TooManyRequests, Unavailable
   */
  async begin(caller: string, bytes: number): Promise<(isRefused: boolean) => void> {
    const end = await this.reading.begin(caller, bytes);
    const timer = setTimeout(end, longestCountedMs).unref();
    return (isRefused) => {
      clearTimeout(timer);
      setTimeout(end, isRefused ? pauseAfterRefusalMs : bytes / bytesPerPauseMs).unref();
    };
  }
}
