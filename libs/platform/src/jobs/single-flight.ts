import { setTimeout as sleep } from 'node:timers/promises';
import { Semaphore } from '../batching/semaphore.js';

/** The work of one run. @returns milliseconds to rest before the next run of the same name; none without a value */
type FlightWork = () => Promise<number | void>;

interface Flight {
  /** Whether its work has begun; before that, callers join it. */
  begun: boolean;
  over: Promise<number | void>;
  next?: Promise<void>;
}

/**
 * Shares work of a name between callers: one run at a time, and one more for all callers that arrive during it. So
 * every caller gets a run that began after its call, and no run is redundant.
 */
export class SingleFlight {
  private readonly flights = new Map<string, Flight>();
  private readonly semaphore: Semaphore;

  /** @param concurrency maximum concurrent runs of different names */
  constructor(concurrency: number) {
    this.semaphore = new Semaphore(concurrency);
  }

  /**
   * Resolves with a run that began after the call.
   * @param ready runs before the run occupies a slot
   * @throws the work's error, to all of its callers
   */
  async take(name: string, work: FlightWork, ready?: () => Promise<void>): Promise<void> {
    const flight = this.flights.get(name);
    if (!flight) return this.begin(name, work, ready);
    if (!flight.begun) return void (await flight.over);
    flight.next ??= flight.over
      .catch(() => undefined)
      .then((restMs) => (restMs ? sleep(restMs) : undefined))
      .then(() => this.begin(name, work, ready));
    return flight.next;
  }

  /**
   * Whether a run of a name is about to begin: it includes all work stored before its start, even without a further
   * call.
   */
  isComing(name: string): boolean {
    const flight = this.flights.get(name);
    return flight !== undefined && (!flight.begun || flight.next !== undefined);
  }

  /** Whether a run of a name has begun or is about to: a call joins it. */
  isKnown(name: string): boolean {
    return this.flights.has(name);
  }

  /** Whether a caller waits for the end of a run: for the next one of its name, or for one of another name. */
  hasWaiters(name: string): boolean {
    return this.semaphore.hasWaiters || this.flights.get(name)?.next !== undefined;
  }

  private async begin(name: string, work: FlightWork, ready?: () => Promise<void>): Promise<void> {
    const flight: Flight = { begun: false, over: Promise.resolve() };
    this.flights.set(name, flight);
    const run = () =>
      this.semaphore.run(() => {
        flight.begun = true;
        return work();
      });
    flight.over = (ready ? ready().then(run) : run()).finally(() => {
      if (!flight.next) this.flights.delete(name);
    });
    await flight.over;
  }
}
