import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may hold the event loop before others go on, in milliseconds. */
const longestMs = 3;

/** Breaks of long work, in which calls that came meanwhile go on. */
export class Breaks {
  private end = performance.now() + longestMs;

  get isDue(): boolean {
    return performance.now() >= this.end;
  }

  /** Resolves in the next turn of the event loop. */
  async take(): Promise<void> {
    await nextTurn();
    this.end = performance.now() + longestMs;
  }
}
