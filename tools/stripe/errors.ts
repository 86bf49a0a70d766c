// Failures in the shape that Stripe answers: status, `error.type`, `code`, `param` and message.
import type { Stripe } from 'stripe';

export type FailureType =
  | 'api_error'
  | 'authentication_error'
  | 'card_error'
  | 'idempotency_error'
  | 'invalid_request_error'
  | 'rate_limit_error';

/** The `error` of an answer. */
export interface FailureBody {
  type: FailureType;
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  advice_code?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
  setup_intent?: Stripe.SetupIntent;
  doc_url?: string;
}

/** A failure that becomes the answer of a call. */
export class Failure extends Error {
  readonly status: number;
  readonly body: FailureBody;

  constructor(status: number, body: FailureBody) {
    super(body.message);
    this.name = 'Failure';
    this.status = status;
    this.body = body.code ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${dashed(body.code)}` } : body;
  }
}

const dashed = (code: string): string => code.replaceAll('_', '-');

/** Details of a refusal with status 400. */
interface Details {
  code?: string;
  param?: string;
  payment_intent?: Stripe.PaymentIntent;
  setup_intent?: Stripe.SetupIntent;
}

/** @returns a refusal of a request that is wrong: status 400 */
export function invalid(message: string, details: Details = {}): Failure {
  return new Failure(400, { type: 'invalid_request_error', message, ...details });
}

/** @returns the refusal of an id that does not exist: 404 if it is part of the path, else 400 with its parameter */
export function missing(kind: string, id: string, { param = 'id', inPath = false } = {}): Failure {
  return new Failure(inPath ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${kind}: '${id}'`,
  });
}

export const unknownAddress = (method: string, path: string): Failure =>
  new Failure(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });

export const unauthenticated = (message: string, code?: string): Failure =>
  new Failure(401, { type: 'invalid_request_error', message, ...(code && { code }) });

export const forbidden = (key: string, account: string, right: string): Failure =>
  new Failure(403, {
    type: 'invalid_request_error',
    message:
      `The provided key '${key}' does not have the required permissions for this endpoint on account '${account}'. ` +
      `Having the '${right}' permission would allow this request to continue.`,
  });

export const tooMany = (): Failure =>
  new Failure(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
  });

export const broken = (): Failure =>
  new Failure(500, {
    type: 'api_error',
    message: 'An unknown error occurred. Please try again, or contact support if the error persists.',
  });

export const keyInUse = (key: string): Failure =>
  new Failure(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message:
      'There is currently another in-progress request using this Idempotent Key (that probably means you submitted ' +
      `twice, and the other request is still going through): ${key}. Please try again later.`,
  });

export const keyReused = (key: string, first: string, second: string): Failure =>
  new Failure(400, {
    type: 'idempotency_error',
    message:
      first === second
        ? 'Keys for idempotent requests can only be used with the same parameters they were first used with. Try ' +
          `using a key other than '${key}' if you meant to execute a different request.`
        : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${first}' ` +
          `vs '${second}'). Try using a key other than '${key}' if you meant to execute a different request.`,
  });
