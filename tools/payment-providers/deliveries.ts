// Sends the events of a provider: at once, or in such disorder as the control interface requests.
import { shuffled } from '@tollgate/stripe/faults';
import type { Provider, ProviderEvent } from './provider.ts';

/** How events are sent. */
export interface DeliveryPolicy {
  /** Keep them back until they are released. */
  hold: boolean;
  /** How often each is sent. */
  copies: number;
  /** The most events of one request. */
  batch: number;
  /** Signed by another secret. */
  forged: boolean;
}

export type Order = 'created' | 'reversed' | 'shuffled';

/** An event, and whether the product confirmed it. */
interface StoredEvent extends ProviderEvent {
  state: 'held' | 'sent' | 'confirmed';
  attempts: number;
}

const answerWithin = 20_000;
const mostStored = 100_000;

export class Deliveries {
  policy: DeliveryPolicy = { hold: false, copies: 1, batch: 1, forged: false };
  /** The address of the product; without one, events are only stored. */
  url: string | undefined;
  readonly #provider: Provider;
  readonly #stored: StoredEvent[] = [];
  #waiting: StoredEvent[] = [];
  #running: Promise<unknown> = Promise.resolve();

  constructor(provider: Provider) {
    this.#provider = provider;
  }

  add(event: ProviderEvent): void {
    const stored: StoredEvent = { ...event, state: 'held', attempts: 0 };
    if (this.#stored.length >= mostStored) this.#stored.shift();
    this.#stored.push(stored);
    if (!this.policy.hold) this.#waiting.push(stored);
  }

  /** Sends what was added since the last time, in the background. */
  flush(): void {
    const events = this.#waiting;
    this.#waiting = [];
    if (events.length > 0) this.#queue(events, this.policy.copies);
  }

  /** Sends held events, or those that are not confirmed, or all again. @returns the number of sent ones */
  async send(which: 'held' | 'unconfirmed' | 'all', order: Order, seed: number, copies: number): Promise<number> {
    const chosen = this.#stored.filter(
      ({ state }) => which === 'all' || (which === 'held' ? state === 'held' : state !== 'confirmed'),
    );
    const ordered = order === 'reversed' ? chosen.toReversed() : order === 'shuffled' ? shuffled(chosen, seed) : chosen;
    this.#queue(ordered, copies);
    await this.settled();
    return ordered.length;
  }

  list(): Omit<StoredEvent, 'payload'>[] {
    return this.#stored.map(({ payload: _payload, ...event }) => event);
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  #queue(events: StoredEvent[], copies: number): void {
    this.#running = this.#running.then(async () => {
      for (let start = 0; start < events.length; start += this.policy.batch) {
        const batch = events.slice(start, start + this.policy.batch);
        for (let copy = 0; copy < copies; copy += 1) await this.#post(batch);
      }
    });
  }

  async #post(events: StoredEvent[]): Promise<void> {
    for (const event of events) {
      event.attempts += 1;
      if (event.state === 'held') event.state = 'sent';
    }
    if (this.url === undefined) return;
    const { body, headers } = this.#provider.pack(events, this.policy.forged);
    try {
      const signal = AbortSignal.timeout(answerWithin);
      const answer = await fetch(this.url, { method: 'POST', headers, body, redirect: 'manual', signal });
      if (!this.#provider.isConfirmed(answer.status, await answer.text())) return;
      for (const event of events) event.state = 'confirmed';
    } catch {
      // The product does not answer: the event stays unconfirmed, and is sent again on request.
    }
  }
}
