// A client of the control interface, for tests that run the double in another process or in their own.
import type { z } from 'zod';
import type { Bodies } from './control-bodies.ts';
import type { Delivery, DeliveryPolicy } from './deliveries.ts';
import type { Fault } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { RecordedCall } from './server.ts';

type Body<Name extends keyof Bodies> = z.input<Bodies[Name]>;

/** The clock after a step: seconds since 1970, and the number of pieces of work that wait. */
export interface ClockState {
  now: number;
  is_frozen: boolean;
  waiting: number;
}

export class StripeControl {
  readonly #url: string;

  /** @param url the address of the double */
  constructor(url: string) {
    this.#url = url;
  }

  /** @throws Error with the double's message if it refuses */
  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.#url}/_control/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const answer = (await response.json()) as T & { error?: { message: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error?.message ?? response.status}`);
    return answer;
  }

  /** Another account, which knows nothing of the first one. */
  addAccount(settings: Body<'account'> = {}): Promise<{ account: string; key: string }> {
    return this.#call('POST', 'accounts', settings);
  }

  /** A further key of an account; a restricted one if there are rights, such as `{ customer: 'write' }`. */
  async addKey(settings: Body<'key'> = {}): Promise<string> {
    return (await this.#call<{ key: string }>('POST', 'keys', settings)).key;
  }

  async revokeKey(key: string): Promise<void> {
    await this.#call('POST', 'keys/revoke', { key });
  }

  /** Lets time pass, and waits until the events of that time were sent once. */
  advance(seconds: number): Promise<ClockState> {
    return this.#call('POST', 'clock', { advance_seconds: seconds });
  }

  /** Sets, stops or starts the clock. */
  setClock(settings: Body<'clock'>): Promise<ClockState> {
    return this.#call('POST', 'clock', settings);
  }

  clock(): Promise<ClockState> {
    return this.#call('GET', 'clock');
  }

  /** The books of an account; of the first one by default. */
  ledger(account = ''): Promise<Ledger> {
    return this.#call('GET', `ledger?account=${account}`);
  }

  /** The calls that came, oldest first; those after one, if it is named by its id. */
  async calls(after = ''): Promise<RecordedCall[]> {
    return (await this.#call<{ calls: RecordedCall[] }>('GET', `calls?after=${after}`)).calls;
  }

  async addFault(fault: Fault): Promise<void> {
    await this.#call('POST', 'faults', fault);
  }

  async clearFaults(): Promise<void> {
    await this.#call('DELETE', 'faults');
  }

  /** The calls that each second allows; null: any number. */
  async limitRate(perSecond: number | null): Promise<void> {
    await this.#call('POST', 'rate_limit', { per_second: perSecond });
  }

  /** How long searches do not find a new object, in seconds. */
  async setSearchLag(seconds: number): Promise<void> {
    await this.#call('POST', 'search', { lag_seconds: seconds });
  }

  async deliveries(): Promise<Delivery[]> {
    return (await this.#call<{ deliveries: Delivery[] }>('GET', 'deliveries')).deliveries;
  }

  async setDeliveries(policy: Partial<DeliveryPolicy>): Promise<void> {
    await this.#call('POST', 'deliveries', policy);
  }

  /** Events are sent at once, once, with the right signature. */
  async resetDeliveries(): Promise<void> {
    await this.#call('DELETE', 'deliveries');
  }

  /** Sends what was held. @returns the number of sent events */
  async release(options: Body<'release'> = {}): Promise<number> {
    return (await this.#call<{ sent: number }>('POST', 'deliveries/release', options)).sent;
  }

  /** Sends events again; with `is_undelivered` those that failed, at once. @returns the number of sent events */
  async repeat(options: Body<'repeat'> = {}): Promise<number> {
    return (await this.#call<{ sent: number }>('POST', 'deliveries/repeat', options)).sent;
  }

  /** Waits until no event is on its way. */
  async settle(): Promise<void> {
    await this.#call('POST', 'deliveries/settle', {});
  }

  /** A customer completes a checkout with a method such as `pm_card_visa`. */
  async completeCheckout(session: string, entry: Body<'complete'>): Promise<void> {
    await this.#call('POST', `checkout_sessions/${session}/complete`, entry);
  }

  async expireCheckout(session: string): Promise<void> {
    await this.#call('POST', `checkout_sessions/${session}/expire`, {});
  }

  /** The customer authenticates a payment or pays a voucher, or fails to. */
  async actOnPayment(intent: string, act: 'succeed' | 'fail'): Promise<void> {
    await this.#call('POST', `payment_intents/${intent}/act`, { act });
  }

  async actOnSetup(intent: string, act: 'succeed' | 'fail'): Promise<void> {
    await this.#call('POST', `setup_intents/${intent}/act`, { act });
  }

  /** @returns the dispute's id */
  async dispute(charge: string, details: Body<'dispute'> = {}): Promise<string> {
    return (await this.#call<{ id: string }>('POST', `charges/${charge}/dispute`, details)).id;
  }

  async closeDispute(dispute: string, outcome: 'lost' | 'won'): Promise<void> {
    await this.#call('POST', `disputes/${dispute}/close`, { outcome });
  }

  /** The bank takes back that a dispute is lost. */
  async reverseDispute(dispute: string): Promise<void> {
    await this.#call('POST', `disputes/${dispute}/reverse`, {});
  }

  /** People refund a part of a charge in Stripe's own pages. @returns the refund's id */
  async refundCharge(charge: string, amount: number): Promise<string> {
    return (await this.#call<{ id: string }>('POST', `charges/${charge}/refund`, { amount })).id;
  }

  async detachMethod(method: string): Promise<void> {
    await this.#call('POST', `payment_methods/${method}/detach`, {});
  }

  /** The network replaces a card: a new number and date of expiry. */
  async renewCard(method: string): Promise<void> {
    await this.#call('POST', `payment_methods/${method}/renew`, {});
  }

  /** The next charges of a method are declined with a code such as `insufficient_funds`. */
  async refuseCharges(method: string, refusal: Body<'refuse'>): Promise<void> {
    await this.#call('POST', `payment_methods/${method}/refuse`, refusal);
  }

  async failRefund(refund: string, reason?: string): Promise<void> {
    await this.#call('POST', `refunds/${refund}/fail`, reason === undefined ? {} : { reason });
  }

  /** A bank transfer of a customer arrives. */
  async fund(customer: string, money: Body<'fund'>): Promise<void> {
    await this.#call('POST', `customers/${customer}/fund`, money);
  }
}
