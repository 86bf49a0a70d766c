import { AsyncResource } from 'node:async_hooks';
import { setImmediate as oneTurn } from 'node:timers/promises';
import { Unavailable } from '../errors/api-errors.js';
import { Semaphore } from './semaphore.js';

interface Waiting<Item, Answer> {
  item: Item;
  /** Context and trace of the caller. */
  caller: AsyncResource;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches calls of many callers. Items that arrive during a call of their key go together into the next call. When a
 * call for several items fails, the batcher tries each item alone, so one item cannot fail the others. A call runs in
 * the context and the trace of its first caller.
 */
export class Batcher<Item, Answer> {
  private readonly waiting = new Map<string, Waiting<Item, Answer>[]>();
  private readonly underWay = new Set<string>();

  /**
   * @param call returns its answers in the order of its items
   * @param semaphore limits concurrent calls over all keys; absent: one call for each key
   */
  constructor(
    private readonly call: (items: Item[]) => Promise<Answer[]>,
    private readonly semaphore?: Semaphore,
  ) {}

  /** @param key separates items that must not share a call */
  async add(key: string, item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const entry = { item, caller: new AsyncResource('BatchedCall'), resolve, reject };
      const waiting = this.waiting.get(key);
      if (waiting) waiting.push(entry);
      else this.waiting.set(key, [entry]);
      if (!this.underWay.has(key)) void this.serve(key);
    });
  }

  private async serve(key: string): Promise<void> {
    this.underWay.add(key);
    // Items added in the same tick go into the first call.
    await oneTurn();
    while (this.waiting.has(key)) await (this.semaphore ? this.semaphore.run(() => this.next(key)) : this.next(key));
    this.underWay.delete(key);
  }

  private async next(key: string): Promise<void> {
    const batch = this.take(key);
    await batch[0]?.caller.runInAsyncScope(() => this.process(batch));
  }

  private take(key: string): Waiting<Item, Answer>[] {
    const batch = this.waiting.get(key) ?? [];
    this.waiting.delete(key);
    return batch;
  }

  private async process(batch: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.call(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
    } catch (error) {
      if (batch.length > 1 && !(error instanceof Unavailable)) for (const entry of batch) await this.process([entry]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
