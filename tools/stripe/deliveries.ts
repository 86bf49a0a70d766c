// Sends events to the endpoints: at once and again after failures, or in such disorder as the control interface requests.
import type { Stripe } from 'stripe';
import type { Account, StoredEvent } from './account.ts';
import type { Clock } from './clock.ts';
import { randomOf, shuffled } from './faults.ts';
import { newId } from './ids.ts';
import { signatureOf } from './signature.ts';

/** One attempt: the answer's status, or why there was none. */
interface Attempt {
  at: number;
  status?: number;
  error?: string;
}

export interface Delivery {
  id: string;
  account: string;
  event: string;
  type: string;
  endpoint: string;
  url: string;
  state: 'held' | 'waiting' | 'delivered' | 'failed';
  attempts: Attempt[];
}

interface StoredDelivery extends Delivery {
  body: string;
  owner: Account;
}

/** How events are sent. */
export interface DeliveryPolicy {
  /** Keep them back until they are released. */
  hold: boolean;
  /** How often each is sent. */
  copies: number;
  /** A delay on the double's clock, in seconds. */
  delay_seconds: number;
  /** A random delay of up to so many milliseconds, which changes the order. */
  jitter_milliseconds: number;
  /** The answer to the call that caused them waits until they were sent once. */
  before_answer: boolean;
  /** The signature: right, made by another key, or of an instant long past. */
  signature: 'right' | 'stale' | 'wrong';
  /** Of the random numbers. */
  seed: number;
}

export const ordinary: DeliveryPolicy = {
  hold: false,
  copies: 1,
  delay_seconds: 0,
  jitter_milliseconds: 0,
  before_answer: false,
  signature: 'right',
  seed: 1,
};

export type Order = 'created' | 'reversed' | 'shuffled';

const minute = 60 * 1000;
/** The waits after each failed attempt: three days in all. */
const retryWaits = [5, 30, 120, 300, 600, 720, 720, 720, 720, 405].map((minutes) => minutes * minute);
const answerWithin = 20_000;
const maximumConcurrent = 32;
const maximumStored = 200_000;

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Deliveries {
  readonly #clock: Clock;
  readonly #stored: StoredDelivery[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #queue: (() => void)[] = [];
  #concurrent = 0;
  #policy = ordinary;
  #random = randomOf(ordinary.seed);
  readonly #end = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get policy(): DeliveryPolicy {
    return this.#policy;
  }

  set policy(policy: DeliveryPolicy) {
    this.#policy = policy;
    this.#random = randomOf(policy.seed);
  }

  /** Sends an event to the endpoints of its account that subscribe to its type. */
  send(account: Account, event: StoredEvent): void {
    for (const endpoint of account.subscribers(event.type)) {
      for (let copy = 0; copy < this.#policy.copies; copy += 1) this.#start(this.#store(account, event, endpoint));
    }
  }

  #store(owner: Account, { id, type, body }: StoredEvent, endpoint: Stripe.WebhookEndpoint): StoredDelivery {
    const { url } = endpoint;
    const state = this.#policy.hold ? 'held' : 'waiting';
    const made = { id: newId('delivery'), account: owner.id, event: id, type, endpoint: endpoint.id, url };
    const delivery: StoredDelivery = { ...made, state, attempts: [], body, owner };
    if (this.#stored.length >= maximumStored) this.#stored.shift();
    this.#stored.push(delivery);
    return delivery;
  }

  #start(delivery: StoredDelivery): void {
    if (delivery.state === 'held') return;
    const { delay_seconds: delay, jitter_milliseconds: jitter } = this.#policy;
    if (delay > 0) return this.#clock.schedule(this.#clock.now() + delay * 1000, () => this.#attempt(delivery));
    void this.#attempt(delivery, jitter > 0 ? this.#random() * jitter : 0);
  }

  /** One attempt, after a delay in milliseconds; after a failure the next one is due later. */
  #attempt(delivery: StoredDelivery, delay = 0): Promise<void> {
    const run = async () => {
      if (delay > 0) await sleep(delay);
      await this.#admit();
      try {
        await this.#post(delivery);
      } finally {
        this.#concurrent -= 1;
        this.#queue.shift()?.();
      }
    };
    const running = run().finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  async #admit(): Promise<void> {
    while (this.#concurrent >= maximumConcurrent) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#concurrent += 1;
  }

  async #post(delivery: StoredDelivery): Promise<void> {
    const { owner, body } = delivery;
    const endpoint = owner.endpoints.find(delivery.endpoint);
    const secret = owner.endpointSecrets.get(delivery.endpoint);
    // The endpoint was deleted or disabled since; or its address has changed.
    if (secret === undefined || endpoint?.status !== 'enabled' || this.#end.signal.aborted) {
      delivery.state = 'failed';
      return;
    }
    delivery.url = endpoint.url;
    const attempt: Attempt = { at: this.#clock.now() };
    const { signature } = this.#policy;
    const at = Math.floor(Date.now() / 1000) - (signature === 'stale' ? 60 * 60 : 0);
    try {
      const answer = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': signatureOf(body, signature === 'wrong' ? 'whsec_of_another' : secret, at),
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#end.signal, AbortSignal.timeout(answerWithin)]),
      });
      await answer.arrayBuffer();
      attempt.status = answer.status;
    } catch (error) {
      attempt.error = error instanceof Error ? error.message : String(error);
    }
    delivery.attempts.push(attempt);
    this.#settle(delivery, attempt);
  }

  #settle(delivery: StoredDelivery, { status = 0 }: Attempt): void {
    if (status >= 200 && status < 300) {
      const event = delivery.owner.events.find(delivery.event);
      if (delivery.state !== 'delivered' && event && event.pending > 0) event.pending -= 1;
      delivery.state = 'delivered';
      return;
    }
    if (delivery.state === 'delivered' || this.#end.signal.aborted) return;
    const wait = retryWaits[delivery.attempts.length - 1];
    if (wait === undefined) return void (delivery.state = 'failed');
    this.#clock.schedule(this.#clock.now() + wait, () =>
      delivery.state === 'waiting' ? this.#attempt(delivery) : undefined,
    );
  }

  /** Sends what was held: in an order, and each as often as requested. @returns the number of sent ones */
  async release(
    order: Order = 'created',
    { copies = 1, seed = 1, limit = Infinity, types }: ReleaseOptions = {},
  ): Promise<number> {
    const held = this.#stored.filter(({ state, type }) => state === 'held' && (types?.includes(type) ?? true));
    return this.#sendAll(held, order, { copies, seed, limit });
  }

  /** Sends events again that were sent before. @returns the number of sent ones */
  async repeat(
    order: Order = 'created',
    { copies = 1, seed = 1, limit = Infinity, types, event, is_undelivered: isUndelivered }: ReleaseOptions = {},
  ): Promise<number> {
    const sent = this.#stored.filter((delivery) => {
      // Deleted endpoints receive nothing more.
      if (!delivery.owner.endpointSecrets.has(delivery.endpoint)) return false;
      if (delivery.state === 'held' || (event !== undefined && delivery.event !== event)) return false;
      if (isUndelivered === true && delivery.state === 'delivered') return false;
      return types?.includes(delivery.type) ?? true;
    });
    return this.#sendAll(sent, order, { copies, seed, limit });
  }

  /** One after the other, so that they arrive in this order. */
  async #sendAll(
    deliveries: StoredDelivery[],
    order: Order,
    { copies = 1, seed = 1, limit = Infinity }: ReleaseOptions,
  ): Promise<number> {
    const all = deliveries.slice(0, limit).flatMap((delivery) => Array<StoredDelivery>(copies).fill(delivery));
    const ordered = order === 'reversed' ? all.reverse() : order === 'shuffled' ? shuffled(all, seed) : all;
    for (const delivery of ordered) {
      if (delivery.state === 'held') delivery.state = 'waiting';
      await this.#attempt(delivery);
    }
    return ordered.length;
  }

  list(): Delivery[] {
    return this.#stored.map(({ body: _body, owner: _owner, ...delivery }) => delivery);
  }

  /** Waits until all running attempts have ended, for at most so many milliseconds. */
  async settled(within = 30_000): Promise<void> {
    const deadline = AbortSignal.timeout(within);
    const over = new Promise<void>((resolve) => deadline.addEventListener('abort', () => resolve(), { once: true }));
    while (this.#running.size > 0 && !deadline.aborted) await Promise.race([Promise.all(this.#running), over]);
  }

  /** Breaks off what is on its way. */
  stop(): void {
    this.#end.abort();
  }
}

/** A choice of deliveries, and the way to send them. */
export interface ReleaseOptions {
  copies?: number | undefined;
  seed?: number | undefined;
  limit?: number | undefined;
  types?: string[] | undefined;
  event?: string | undefined;
  /** Only those that no endpoint has confirmed yet. */
  is_undelivered?: boolean | undefined;
}
