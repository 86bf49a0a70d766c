// An account at Stripe: its objects, and the events about their changes. Accounts know nothing of each other.
import type { Stripe } from 'stripe';
import type { SessionLine } from './checkout-session.ts';
import type { Clock } from './clock.ts';
import { Collection, type StripeObject } from './collection.ts';
import { Failure } from './errors.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { newId, randomText } from './ids.ts';
import { parameterTable } from './parameters.ts';
import type { Behavior } from './test-methods.ts';

/** The call that causes a change, as events name it. */
export interface Cause {
  id: string;
  idempotency_key: string | null;
}

export type EventType = Stripe.Event['type'];

/** An event: its text as it is sent, since most events are never read again. */
export interface StoredEvent extends StripeObject {
  created: number;
  type: string;
  /** The endpoints that have not confirmed it. */
  pending: number;
  body: string;
}

/** Facts about a payment method that Stripe does not show. */
export interface MethodFacts {
  behavior: Behavior;
  /** Refuses the next charges, whatever its behavior. */
  refusals: Behavior['decline'][];
  /** It can pay off session without authentication. */
  isSetUp: boolean;
  /** It was used without a customer, or detached: it cannot be used again. */
  isSpent: boolean;
}

/** Facts about the confirmation of an intent. */
export interface IntentFacts {
  /** The method that waits for an action of the customer. */
  method?: string;
  offSession?: boolean;
  returnUrl?: string;
  /** The key of the page on which the customer acts. */
  page?: string;
}

export class Account {
  readonly id: string;
  readonly clock: Clock;
  /** The address of the double, for pages. */
  readonly base: string;
  readonly country: string;
  readonly currency: string;
  readonly keys = new IdempotencyKeys();

  readonly customers = new Collection<Stripe.Customer>('customer');
  readonly deletedCustomers = new Collection<Stripe.DeletedCustomer>('customer');
  readonly paymentMethods = new Collection<Stripe.PaymentMethod>('PaymentMethod');
  readonly paymentIntents = new Collection<Stripe.PaymentIntent>('payment_intent');
  readonly setupIntents = new Collection<Stripe.SetupIntent>('setupintent');
  readonly mandates = new Collection<Stripe.Mandate>('mandate');
  readonly charges = new Collection<Stripe.Charge>('charge');
  readonly refunds = new Collection<Stripe.Refund>('refund');
  readonly disputes = new Collection<Stripe.Dispute>('dispute');
  readonly balanceTransactions = new Collection<Stripe.BalanceTransaction>('balance transaction');
  readonly sessions = new Collection<Stripe.Checkout.Session>('checkout.session');
  readonly endpoints = new Collection<Stripe.WebhookEndpoint>('webhook endpoint');
  readonly events = new Collection<StoredEvent>('event');
  readonly cashTransactions = new Collection<Stripe.CustomerCashBalanceTransaction>(
    'customer cash balance transaction',
  );

  readonly endpointSecrets = new Map<string, string>();
  readonly methodFacts = new Map<string, MethodFacts>();
  readonly intentFacts = new Map<string, IntentFacts>();
  readonly cashBalances = new Map<string, Stripe.CashBalance>();
  /** The requests that created sessions, and the lines of sessions. */
  readonly sessionRequests = new Map<string, Stripe.Checkout.SessionCreateParams>();
  readonly sessionLines = new Map<string, SessionLine[]>();
  /** The instants, in seconds, from which searches find objects. */
  readonly searchableFrom = new Map<string, number>();

  /** How long searches do not find a new object, in seconds. */
  #searchLag = 60;
  /** The call that is being executed, and its events: they are sent when it ends. */
  #call: { cause: Cause; events: Stripe.Event[] } | undefined;
  /** Receives every event. */
  onEvent: (event: StoredEvent) => void = () => undefined;
  /** Receives every payment intent whose attempt succeeded or failed. */
  onOutcome: (intent: Stripe.PaymentIntent) => void = () => undefined;
  /** Receives confirmed payment intents that are paid from the customer's cash balance. */
  onBankTransfer: (intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod) => void = () => undefined;

  constructor(clock: Clock, base: string, { id = `acct_1${randomText(15)}`, country = 'DE', currency = 'eur' } = {}) {
    this.clock = clock;
    this.base = base;
    this.id = id;
    this.country = country;
    this.currency = currency;
  }

  /** Records an event about an object in its present state, and sends it. */
  emit(type: EventType, object: StripeObject | Stripe.CashBalance, previous?: Record<string, unknown>): void {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: parameterTable.source.api,
      created: this.clock.seconds(),
      data: { object: structuredClone(object), ...(previous && { previous_attributes: structuredClone(previous) }) },
      livemode: false,
      pending_webhooks: 0,
      request: this.#call?.cause ?? { id: null, idempotency_key: null },
      type,
    } as unknown as Stripe.Event;
    if (this.#call) this.#call.events.push(event);
    else this.#publish(event);
  }

  #publish(event: Stripe.Event): void {
    const { id, created, type } = event;
    const pending = this.subscribers(type).length;
    const body = JSON.stringify({ ...event, pending_webhooks: pending }, null, 2);
    this.onEvent(this.events.add({ id, object: 'event', created, type, pending, body }));
  }

  /** The enabled endpoints for a type of events. */
  subscribers(type: string): Stripe.WebhookEndpoint[] {
    return this.endpoints.newestFirst().filter(({ status, enabled_events: types }) => {
      return status === 'enabled' && (types.includes('*') || types.includes(type));
    });
  }

  /**
   * Executes a call. Its events are sent at its end, unless it is refused as wrong: then nothing happened.
   * @returns the result of `run`
   */
  execute<T>(cause: Cause, run: () => T): T {
    const events: Stripe.Event[] = [];
    this.#call = { cause, events };
    let isRefused = false;
    try {
      return run();
    } catch (error) {
      isRefused = !(error instanceof Failure && error.status === 402);
      throw error;
    } finally {
      this.#call = undefined;
      if (!isRefused) for (const event of events) this.#publish(event);
    }
  }

  /**
   * Changes an object.
   * @returns the previous values of the changed fields, as events report them; undefined if nothing changed
   */
  change<T extends StripeObject>(object: T, changes: Partial<T>): Record<string, unknown> | undefined {
    const previous: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(changes)) {
      const before = (object as Record<string, unknown>)[name];
      if (JSON.stringify(before) !== JSON.stringify(value)) previous[name] = before ?? null;
    }
    Object.assign(object, changes);
    return Object.keys(previous).length > 0 ? previous : undefined;
  }

  /** Adds a new object, which searches find later. */
  created<T extends StripeObject, U extends T>(collection: Collection<T>, object: U): U {
    this.searchableFrom.set(object.id, this.clock.seconds() + this.#searchLag);
    return collection.add(object);
  }

  /** Sets how long searches do not find new objects; 0 also shows all others. */
  setSearchLag(seconds: number): void {
    this.#searchLag = seconds;
    if (seconds === 0) this.searchableFrom.clear();
  }

  factsOfMethod(id: string): MethodFacts {
    const known = this.methodFacts.get(id);
    if (known) return known;
    const facts: MethodFacts = { behavior: {}, refusals: [], isSetUp: false, isSpent: false };
    this.methodFacts.set(id, facts);
    return facts;
  }

  factsOfIntent(id: string): IntentFacts {
    const known = this.intentFacts.get(id);
    if (known) return known;
    const facts: IntentFacts = {};
    this.intentFacts.set(id, facts);
    return facts;
  }

  /** Any object by its id, for expansion; undefined if there is none. */
  lookUp(id: string): StripeObject | undefined {
    const collections: { find(id: string): StripeObject | undefined }[] = [
      this.customers,
      this.deletedCustomers,
      this.paymentMethods,
      this.paymentIntents,
      this.setupIntents,
      this.mandates,
      this.charges,
      this.refunds,
      this.disputes,
      this.balanceTransactions,
      this.sessions,
    ];
    for (const collection of collections) {
      const found = collection.find(id);
      if (found) return found;
    }
    return undefined;
  }
}

/** Metadata after an update: sent keys are set, empty values remove their key, and an empty text removes all. */
export function mergedMetadata(
  before: Stripe.Metadata | null,
  sent: Stripe.Emptyable<Stripe.MetadataParam> | undefined,
): Stripe.Metadata {
  if (sent === undefined) return before ?? {};
  if (sent === '') return {};
  const merged = { ...before, ...sent };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== '')) as Stripe.Metadata;
}
