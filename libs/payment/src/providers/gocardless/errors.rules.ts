import {
  ApiError,
  AuthenticationError,
  GoCardlessInternalError,
  PermissionsError,
  RateLimitError,
} from 'gocardless-nodejs/errors';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import type { ProviderHealth } from '../ports/connections.js';
import { ProviderRefused, ProviderUnavailable } from '../provider-errors.js';

/** Access tokens, which texts may quote. */
const token = /\b(?:live|sandbox)_[\w-]{8,}/g;

/** Removes access tokens from a text. */
export const withoutSecrets = (text: string): string => text.replace(token, '[removed]');

/** A refusal is an outcome; the caller repeats an unknown one: no answer, an error of GoCardless, too many calls. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && !(error instanceof GoCardlessInternalError) && !(error instanceof RateLimitError);

/** Reads a refusal in GoCardless's words: the first of its reasons, with the fields that it names. */
export function refusalOf(error: ApiError): ProviderError {
  const message = withoutSecrets(error.toString());
  const reasons = reasonsOf(error);
  const code = reasons.find(({ reason }) => typeof reason === 'string')?.reason ?? error.errorType;
  return {
    message,
    error_code: code,
    details: {
      code,
      message,
      request_id: error.requestId,
      http_status: Number(error.code),
      http_body: JSON.stringify({ error: { type: error.errorType, message, errors: reasons } }),
    },
  };
}

/** The fields that say why; never the whole error, which carries the headers of the call. */
const reasonsOf = ({ errors }: ApiError) =>
  (errors ?? []).map(({ reason, field, message }) => ({
    reason,
    field,
    message: message === undefined ? undefined : withoutSecrets(message),
  }));

/** Whether an error gives a certain reason. */
export const hasReason = (error: unknown, reason: string): boolean =>
  error instanceof ApiError && reasonsOf(error).some((one) => one.reason === reason);

/** Whether an object is unknown at GoCardless, or its customer's data was removed there. */
export const isMissing = (error: unknown): boolean =>
  isRefusal(error) && (Number(error.code) === 404 || Number(error.code) === 410);

/** Reads the state of a connection from the error of a call. */
export function healthOf(error: unknown): ProviderHealth {
  if (error instanceof AuthenticationError || error instanceof PermissionsError)
    return { status: 'refused', error: refusalOf(error) };
  // A call that expects no refusal has made a plain error of it.
  if (error instanceof ProviderRefused) return { status: 'refused', error: error.refusal };
  return { status: 'unavailable', error: { message: wordsOf(error), error_code: null } };
}

/**
 * Makes an error without the fields of the SDK's errors: those carry the token of the call, and the log prints them. A
 * refusal is one that the caller did not expect; an error of this code stays.
 */
export function plainError(error: unknown): Error {
  if (error instanceof ProviderRefused || error instanceof ProviderUnavailable) return error;
  if (isRefusal(error)) return new ProviderRefused(refusalOf(error));
  return new ProviderUnavailable(`GoCardless: ${wordsOf(error)}`, error instanceof RateLimitError);
}

const wordsOf = (error: unknown): string =>
  withoutSecrets(error instanceof Error ? error.message : String(error)).slice(0, 500);
