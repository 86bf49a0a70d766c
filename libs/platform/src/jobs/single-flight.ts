import { setTimeout as sleep } from 'node:timers/promises';
import { Semaphore } from '../batching/semaphore.js';

/** What is done in a turn. @returns milliseconds to rest before the next turn of the same name; nothing: none */
type FlightWork = () => Promise<number | void>;

interface Flight {
  /** Whether its work has begun; before that, others join it. */
  begun: boolean;
  over: Promise<number | void>;
  next?: Promise<void>;
}

/**
 * Work of a name that many ask for: it is done once at a time, and once more for all who asked while it was under way. So
 * whoever asks has it done from its beginning on, and none of them does what another has just done.
 */
export class SingleFlight {
  private readonly flights = new Map<string, Flight>();
  private readonly semaphore: Semaphore;

  /** @param atOnce turns of different names that are under way at a time */
  constructor(concurrency: number) {
    this.semaphore = new Semaphore(concurrency);
  }

  /**
   * Ends with a turn that began after the call.
   * @param ready is waited for before the turn is one of those that are under way
   * @throws what the work throws, to all for whom it was done
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

  /** Whether a turn of a name is going to begin: it does what is there by then, also for those who do not ask for it. */
  isComing(name: string): boolean {
    const flight = this.flights.get(name);
    return flight !== undefined && (!flight.begun || flight.next !== undefined);
  }

  /** Whether somebody waits for the end of a turn: for the next one of its name, or for one of another name. */
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
