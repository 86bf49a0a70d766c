import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may block the event loop before it yields, in milliseconds. */
const longestMs = 3;

/** Lets long work yield to the event loop, so that waiting calls proceed. */
export class Breaks {
  private end = performance.now() + longestMs;

  get isDue(): boolean {
    return performance.now() >= this.end;
  }

  /** Resolves on the next tick of the event loop. */
  async take(): Promise<void> {
    await nextTurn();
    this.end = performance.now() + longestMs;
  }
}
