import type { ProviderError } from '../../model/payments/payments.tables.js';
import type { ProviderHealth } from '../ports/connections.js';
import { ProviderRefused, ProviderUnavailable } from '../provider-errors.js';

/** An answer of Adyen that is no success. It carries neither the key nor the request. */
export class AdyenFailure extends Error {
  constructor(
    readonly status: number,
    readonly answer: AdyenErrorBody,
  ) {
    super(answer.message ?? `status ${status}`);
  }
}

/** The body of a failure, in one of Adyen's two forms. */
export interface AdyenErrorBody {
  errorCode?: string;
  errorType?: string;
  message?: string;
  pspReference?: string;
  detail?: string;
  title?: string;
}

/** Keys of the interface, which texts may quote. */
const apiKey = /\bAQE[\w./+=-]{20,}\S*/g;

/** Removes keys from a text. */
export const withoutSecrets = (text: string): string => text.replace(apiKey, '[removed]');

/** The same key is processed at this moment. */
const inProgress = '704';
const refusals: readonly number[] = [400, 401, 403, 404, 422];

/** A refusal is an outcome; the caller repeats an unknown one: no answer, an error of Adyen, too many calls. */
export const isRefusal = (error: unknown): error is AdyenFailure =>
  error instanceof AdyenFailure && refusals.includes(error.status) && error.answer.errorCode !== inProgress;

/** Reads a refusal in Adyen's words. */
export function refusalOf({ status, answer }: AdyenFailure): ProviderError {
  const { errorCode, errorType, detail, title, pspReference } = answer;
  const message = withoutSecrets(answer.message ?? detail ?? title ?? `Adyen refused the call (${status}).`);
  const code = errorCode ?? errorType ?? String(status);
  return {
    message,
    error_code: code,
    details: {
      code,
      message,
      request_id: pspReference ?? null,
      http_status: status,
      http_body: JSON.stringify({ status, errorCode, errorType, message, pspReference }),
    },
  };
}

/** Whether an object is unknown at Adyen. */
export const isMissing = (error: unknown): boolean => isRefusal(error) && error.status === 404;

/** Whether a key is invalid, or lacks a right. */
export const lacksRights = (error: unknown): error is AdyenFailure =>
  isRefusal(error) && (error.status === 401 || error.status === 403);

/** Reads the state of a connection from the error of a call. */
export function healthOf(error: unknown): ProviderHealth {
  if (isRefusal(error)) return { status: 'refused', error: refusalOf(error) };
  return { status: 'unavailable', error: { message: wordsOf(error), error_code: null } };
}

/** Makes an error for the callers of the port. A refusal is one that the caller did not expect. */
export function plainError(error: unknown): Error {
  if (error instanceof ProviderRefused || error instanceof ProviderUnavailable) return error;
  if (isRefusal(error)) return new ProviderRefused(refusalOf(error));
  const isRateLimited = error instanceof AdyenFailure && error.status === 429;
  return new ProviderUnavailable(`Adyen: ${wordsOf(error)}`, isRateLimited);
}

const wordsOf = (error: unknown): string =>
  withoutSecrets(error instanceof Error ? error.message : String(error)).slice(0, 500);
