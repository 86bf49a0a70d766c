/** A piece of work that waits for a slot, and the end of its patience. */
interface Waiting {
  begin: () => void;
  deadline: NodeJS.Timeout | undefined;
}

/** How long work waits for a slot, and the error of work that waited in vain. */
export interface SlotWait {
  ms: number;
  refusal: () => Error;
}

/** Limits how many pieces of work run at a time; the others wait in order, until their deadline if there is one. */
export class Semaphore {
  private readonly waiting: Waiting[] = [];
  private running = 0;

  constructor(
    private readonly slots: number,
    private readonly wait?: SlotWait,
  ) {}

  /** Whether work waits for a slot. */
  get hasWaiters(): boolean {
    return this.waiting.length > 0;
  }

  /** Whether nothing runs and nothing waits. */
  get isIdle(): boolean {
    return this.running === 0 && this.waiting.length === 0;
  }

  /** Runs work in a slot. @throws the refusal when no slot comes free in time */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.slots) this.running += 1;
    else await this.slot();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The slot goes straight to the next waiter.
      if (next) next.begin();
      else this.running -= 1;
    }
  }

  private slot(): Promise<void> {
    const { wait } = this;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        begin: () => {
          clearTimeout(waiting.deadline);
          resolve();
        },
        deadline:
          wait &&
          setTimeout(() => {
            this.waiting.splice(this.waiting.indexOf(waiting), 1);
            reject(wait.refusal());
          }, wait.ms),
      };
      this.waiting.push(waiting);
    });
  }
}
