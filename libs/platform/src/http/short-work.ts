import { AsyncLocalStorage } from 'node:async_hooks';

/** How long the work of one turn of the event loop may take, in milliseconds, before what remains waits for the next. */
const longestStretchMs = 3;

/**
 * Does pieces of work in order, a few milliseconds of them in each turn of the event loop: calls that came meanwhile go on
 * between. After a piece that took longer it rests for as long: a call goes on over several turns, not over one.
 */
export class ShortWork {
  private readonly waiting: (() => void)[] = [];
  private isDue = false;

  /** @param piece must not throw */
  add(piece: () => void): void {
    // A piece knows its own call, whoever's turn it is done in.
    this.waiting.push(AsyncLocalStorage.bind(piece));
    this.waitForStretch(0);
  }

  private waitForStretch(restMs: number): void {
    if (this.isDue) return;
    this.isDue = true;
    if (restMs > longestStretchMs) setTimeout(() => this.work(), restMs);
    else setImmediate(() => this.work());
  }

  private work(): void {
    const begun = performance.now();
    do this.waiting.shift()?.();
    while (this.waiting.length > 0 && performance.now() < begun + longestStretchMs);
    const durationMs = performance.now() - begun;
    this.isDue = false;
    // Also where nothing waits: the next piece may come in this turn.
    if (this.waiting.length > 0 || durationMs > longestStretchMs) this.waitForStretch(durationMs);
  }
}
