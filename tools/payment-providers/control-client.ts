// The client of the control interface, for tests in any process.
import type { Fault } from '@tollgate/stripe/faults';
import type { RecordedCall } from './control.ts';
import type { DeliveryPolicy, Order } from './deliveries.ts';
import type { Ledger } from './provider.ts';

/** A choice of events to send, and their order. */
export interface Sending {
  which: 'held' | 'unconfirmed' | 'all';
  order?: Order;
  seed?: number;
  copies?: number;
}

export class ProviderControl {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Sends events to this address from now on. */
  async setAddress(url: string | null): Promise<void> {
    await this.#call('PUT', 'address', { url });
  }

  async setDeliveries(policy: Partial<DeliveryPolicy>): Promise<void> {
    await this.#call('PUT', 'deliveries', policy);
  }

  async send(sending: Sending): Promise<number> {
    return ((await this.#call('POST', 'deliveries/send', sending)) as { sent: number }).sent;
  }

  /** Waits until everything is sent. */
  async settle(): Promise<void> {
    await this.#call('POST', 'deliveries/settle');
  }

  async events(): Promise<{ id: string; type: string; state: string; attempts: number }[]> {
    return ((await this.#call('GET', 'events')) as { events: [] }).events;
  }

  async addFault(fault: Fault): Promise<void> {
    await this.#call('POST', 'faults', fault);
  }

  async clearFaults(): Promise<void> {
    await this.#call('DELETE', 'faults');
  }

  async evictKeys(): Promise<void> {
    await this.#call('DELETE', 'keys');
  }

  async ledger(): Promise<Ledger> {
    return (await this.#call('GET', 'ledger')) as Ledger;
  }

  async calls(): Promise<RecordedCall[]> {
    return ((await this.#call('GET', 'calls')) as { calls: RecordedCall[] }).calls;
  }

  /** Does what people, banks and time do; the provider's file lists its actions. */
  async act<T = Record<string, unknown>>(action: string, body: Record<string, unknown> = {}): Promise<T> {
    return (await this.#call('POST', `act/${action}`, body)) as T;
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${this.#url}/_control/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as unknown;
  }
}
