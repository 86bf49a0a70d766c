// The clock of the double, and the work that falls due on it. It runs with the machine's clock, ahead of it, or stands
// still; it never goes back.

/** A piece of work at an instant, in milliseconds since 1970. */
interface Task {
  at: number;
  order: number;
  run: () => unknown;
}

/** Steps of one clock step: more mean that work makes itself due again without end. */
const maximumTasks = 1_000_000;
const longestTimer = 2 ** 31 - 1;

export class Clock {
  #ahead = 0;
  #frozenAt: number | undefined;
  #tasks: Task[] = [];
  #order = 0;
  #timer: NodeJS.Timeout | undefined;
  #steps: Promise<unknown> = Promise.resolve();
  #isStepping = false;

  /** The instant, in milliseconds since 1970. */
  now(): number {
    return this.#frozenAt ?? Date.now() + this.#ahead;
  }

  /** The instant, in whole seconds since 1970: Stripe's form. */
  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  get isFrozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  /** Runs `run` once this clock has reached the instant, in milliseconds. Work of one instant runs in its order. */
  schedule(at: number, run: () => unknown): void {
    this.#order += 1;
    const task = { at, order: this.#order, run };
    const place = this.#tasks.findLastIndex((other) => other.at <= at) + 1;
    this.#tasks.splice(place, 0, task);
    this.#arm();
  }

  /** The number of pieces of work that wait. */
  get waiting(): number {
    return this.#tasks.length;
  }

  freeze(): void {
    this.#frozenAt ??= this.now();
    this.#arm();
  }

  run(): void {
    if (this.#frozenAt !== undefined) this.#ahead = this.#frozenAt - Date.now();
    this.#frozenAt = undefined;
    this.#arm();
  }

  /**
   * Goes to an instant and runs all work until then, each at its own instant. A step waits for the one before it.
   * @param instant milliseconds since 1970
   * @throws RangeError if it has passed
   */
  async advanceTo(instant: number): Promise<void> {
    if (instant < this.now()) throw new RangeError('The clock does not go back');
    await this.#queueStep(() => instant);
  }

  /** Lets so many milliseconds pass, like `advanceTo`. */
  advanceBy(milliseconds: number): Promise<void> {
    return this.#queueStep(() => this.now() + milliseconds);
  }

  #queueStep(target: () => number): Promise<void> {
    const step = this.#steps.then(() => this.#step(target()));
    this.#steps = step.catch(() => undefined);
    return step;
  }

  /** Stops the timer; work that waits does not run. */
  stop(): void {
    this.#tasks = [];
    clearTimeout(this.#timer);
  }

  async #step(instant: number): Promise<void> {
    this.#isStepping = true;
    try {
      for (let done = 0; ; done += 1) {
        const [task] = this.#tasks;
        if (!task || task.at > Math.max(instant, this.now())) break;
        if (done >= maximumTasks) throw new Error(`${done} pieces of work fell due in one step of the clock`);
        this.#tasks.shift();
        this.#set(Math.max(task.at, this.now()));
        await task.run();
      }
      this.#set(Math.max(instant, this.now()));
    } finally {
      this.#isStepping = false;
      this.#arm();
    }
  }

  #set(instant: number): void {
    if (this.#frozenAt !== undefined) this.#frozenAt = instant;
    else this.#ahead = instant - Date.now();
  }

  /** Sets the timer for the next piece of work. */
  #arm(): void {
    clearTimeout(this.#timer);
    const [task] = this.#tasks;
    if (!task || this.#isStepping || (this.isFrozen && task.at > this.now())) return;
    const wait = Math.min(Math.max(0, task.at - this.now()), longestTimer);
    this.#timer = setTimeout(() => void this.advanceBy(0).catch(reportTask), wait);
    this.#timer.unref();
  }
}

function reportTask(error: unknown): void {
  process.stderr.write(`Work of the double's clock failed: ${error instanceof Error ? error.stack : String(error)}\n`);
}
