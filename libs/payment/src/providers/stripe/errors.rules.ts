import { Stripe } from 'stripe';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import type { ProviderHealth } from '../ports/connections.js';
import { ProviderRefused, ProviderUnavailable } from '../provider-errors.js';
import { isHardDecline } from './declines.rules.js';

/** Keys and signing secrets, also masked ones: Stripe's texts may quote them. */
const secret = /\b(?:sk|rk|pk|whsec)_[\w*]+/g;

/** Removes keys from a text of Stripe. */
export const withoutSecrets = (text: string): string => text.replace(secret, '[removed]');

/**
 * Reads the meaning of an error (webhooks, section 11.4): `refused` is an outcome. `clash` means the same key with other
 * parameters. The caller repeats an `unknown` one.
 */
export function meaningOf(error: unknown): 'refused' | 'clash' | 'unknown' {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return 'clash';
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'idempotency_key_in_use')
    return 'unknown';
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'lock_timeout') return 'unknown';
  if (
    error instanceof Stripe.errors.StripeCardError ||
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  )
    return 'refused';
  return 'unknown';
}

/** Reads a refusal in Stripe's words, with the details that webhooks show (webhooks, section 6). */
export function refusalOf(error: InstanceType<typeof Stripe.errors.StripeError>): ProviderError {
  const message = withoutSecrets(error.message);
  const code = textOf(error.code) ?? error.type;
  const declineCode = textOf(error.decline_code);
  const decline = { code: textOf(error.code), declineCode, adviceCode: textOf(error.advice_code) };
  return {
    message,
    error_code: declineCode ?? code,
    ...(isHardDecline(decline) ? { hard: true } : {}),
    details: {
      code,
      message,
      request_id: error.requestId ?? null,
      http_status: error.statusCode ?? null,
      http_body: bodyOf(error, message),
    },
  };
}

/** The SDK has empty texts where Stripe sends nothing. */
const textOf = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

/** The fields of Stripe's answer that say why; never the whole object, which may hold data of the payer. */
function bodyOf(error: InstanceType<typeof Stripe.errors.StripeError>, message: string): string {
  const { code, decline_code, advice_code, param, doc_url, rawType } = error;
  return JSON.stringify({ error: { type: rawType, code, decline_code, advice_code, message, param, doc_url } });
}

/** Whether Stripe does not have the method of a payment any more. */
export const isMethodMissing = (error: unknown): boolean => {
  if (!isMissing(error)) return false;
  return (error as InstanceType<typeof Stripe.errors.StripeError>).param === 'payment_method';
};

const payerCodes: readonly string[] = ['authentication_required', 'payment_intent_action_required'];

/** Whether the bank requires the payer to confirm a payment. */
export const requiresPayer = ({ code, decline_code }: InstanceType<typeof Stripe.errors.StripeError>): boolean =>
  payerCodes.includes(code ?? '') || payerCodes.includes(decline_code ?? '');

/** Whether an object is unknown at Stripe. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Reads the state of a connection from the error of a call. */
export function healthOf(error: unknown): ProviderHealth {
  if (error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError)
    return { status: 'refused', error: refusalOf(error) };
  const message = error instanceof Error ? withoutSecrets(error.message) : 'no answer';
  return { status: 'unavailable', error: { message, error_code: null } };
}

/**
 * Makes an error without the fields of the SDK's errors. The log prints errors with all of their fields, and those of the
 * SDK carry headers and raw answers. A refusal is one that the caller did not expect; an error of this code stays.
 */
export function plainError(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) return error instanceof Error ? error : new Error(String(error));
  if (meaningOf(error) !== 'unknown') return new ProviderRefused(refusalOf(error));
  const words = `Stripe: ${withoutSecrets(error.message)} (${error.requestId ?? error.type})`;
  return new ProviderUnavailable(words, error instanceof Stripe.errors.StripeRateLimitError);
}
