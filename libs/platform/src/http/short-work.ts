import { AsyncLocalStorage } from 'node:async_hooks';

/** Maximum work per event loop iteration, in milliseconds; the rest waits for the next one. */
const longestStretchMs = 3;

/**
 * Runs pieces of work in order, a few milliseconds per event loop iteration, so that other calls proceed in between.
 * After a longer piece it pauses for the same time: a call needs several iterations to proceed.
 */
export class ShortWork {
  private readonly waiting: (() => void)[] = [];
  private isDue = false;

  /** @param piece must not throw */
  add(piece: () => void): void {
    // A piece runs in the context of its own call, whichever call triggers it.
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
    // Even when nothing waits: the next piece may arrive in this iteration.
    if (this.waiting.length > 0 || durationMs > longestStretchMs) this.waitForStretch(durationMs);
  }
}
