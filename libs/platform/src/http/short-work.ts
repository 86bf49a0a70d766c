import { AsyncLocalStorage } from 'node:async_hooks';

/** How long the work of one turn of the event loop may take, in milliseconds, before what remains waits for the next. */
const longestTurnMs = 5;

/** Does pieces of work in order, a few milliseconds of them in each turn of the event loop: calls that came meanwhile go on between. */
export class ShortWork {
  private readonly waiting: (() => void)[] = [];
  private isDue = false;

  /** @param piece must not throw */
  add(piece: () => void): void {
    // A piece knows its own call, whoever's turn it is done in.
    this.waiting.push(AsyncLocalStorage.bind(piece));
    this.waitForTurn();
  }

  private waitForTurn(): void {
    if (this.isDue) return;
    this.isDue = true;
    setImmediate(() => this.work());
  }

  private work(): void {
    this.isDue = false;
    const end = performance.now() + longestTurnMs;
    do this.waiting.shift()?.();
    while (this.waiting.length > 0 && performance.now() < end);
    if (this.waiting.length > 0) this.waitForTurn();
  }
}
