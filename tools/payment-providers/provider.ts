import { randomBytes } from 'node:crypto';

/** A call to a provider, as its server received it. */
export interface ProviderCall {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  /** Parsed JSON; undefined without a body. */
  body: unknown;
}

export interface ProviderAnswer {
  status: number;
  /** Absent for an answer without one. */
  body?: unknown;
}

/** An event on its way to the product. */
export interface ProviderEvent {
  id: string;
  /** Such as `payments.paid_out` or `AUTHORISATION`. */
  type: string;
  payload: object;
}

/** A request that carries events. */
export interface EventRequest {
  body: string;
  headers: Record<string, string>;
}

/** The money that moved, as the provider's books have it. */
export interface Ledger {
  payments: {
    id: string;
    key: string | null;
    amount: number;
    currency: string;
    status: string;
    /** The amount in the main unit, as the payer sees it, where units are not always hundredths. */
    shown?: string;
  }[];
  refunds: { id: string; key: string | null; payment: string; amount: number; status: string }[];
}

/** A double of a provider. Its server adds faults, deliveries and the control interface. */
export interface Provider {
  /** The server sends what the provider reports here. */
  emit: (event: ProviderEvent) => void;
  answer(call: ProviderCall): ProviderAnswer;
  /** The answers of a provider that is overloaded or broken. */
  tooMany(): ProviderAnswer;
  broken(): ProviderAnswer;
  /** Makes one request of events. @param isForged with the signature of another secret */
  pack(events: readonly ProviderEvent[], isForged: boolean): EventRequest;
  /** Whether an answer confirms a request of events. */
  isConfirmed(status: number, body: string): boolean;
  /** Evicts the idempotency keys. */
  evictKeys(): void;
  ledger(): Ledger;
  /** Does what people, banks and time do. @throws Refusal for an unknown action or object */
  act(action: string, body: Record<string, unknown>): unknown;
}

/** A refusal of the double itself: status 400 of the control interface. */
export class Refusal extends Error {}

/** An answer that ends an operation early. */
export class Failure extends Error {
  readonly answer: ProviderAnswer;

  constructor(answer: ProviderAnswer) {
    super(`status ${answer.status}`);
    this.answer = answer;
  }
}

const letters = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';

/** @returns a random text of capitals and digits, so that a new double never repeats ids that callers stored */
export const randomId = (prefix: string, length: number): string =>
  prefix + [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('');

export const textIn = (body: Record<string, unknown>, name: string): string => {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new Refusal(`${name} is missing`);
  return value;
};
