/** Limits how many pieces of work run at a time; the others wait in a queue. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Whether work waits for a slot. */
  get hasWaiters(): boolean {
    return this.waiting.length > 0;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The slot goes straight to the next waiter.
      if (next) next();
      else this.free += 1;
    }
  }
}
