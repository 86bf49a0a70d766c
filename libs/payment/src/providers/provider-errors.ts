import { publishedProvider } from '@tollgate/contracts';
import { ApiError, Unavailable } from '@tollgate/platform';
import type { ProviderError } from '../model/payments/payments.tables.js';

/**
 * A call of a provider with an unknown outcome: no answer, an error of the provider, or too many calls. Like every
 * unavailable part, it comes back: a job that meets it stays pending, however long that takes.
 */
export class ProviderUnavailable extends Unavailable {
  constructor(
    /** The provider's words; they are logged, and answers of 429 show them. */
    readonly words: string,
    /** Whether the provider takes no more calls for now. */
    readonly isRateLimited: boolean,
  ) {
    super('the payment provider does not answer, try again', new Error(words));
  }
}

/**
 * A refusal where the caller expects none: a repetition is of no use. A job that meets it is parked for an operator.
 */
export class ProviderRefused extends Error {
  constructor(readonly refusal: ProviderError) {
    super(refusal.message);
  }
}

/** 422: a provider refused a call, in its own words (webhooks, section 25). @param provider such as `stripe` */
export const thirdPartyError = (provider: string, { message }: ProviderError): ApiError =>
  new ApiError(422, {
    status: 422,
    error: 'Unprocessable Entity',
    code: 'third_party_error',
    error_details: { third_party: nameOf(provider), thirdparty_error: message },
  });

/** 422: a provider refused to hold an amount, with its own details (customers, section 4.9). */
export const providerRefusal = (
  { code }: { code: string },
  { message, error_code, details }: ProviderError,
): ApiError =>
  new ApiError(422, {
    status: 422,
    error: 'Unprocessable Entity',
    code: 'provider_error',
    provider: { code },
    error_details: { message, ...details, code: error_code },
  });

/**
 * Makes a provider's call for a caller that waits for its answer.
 * @throws ApiError 422 `third_party_error` for a refusal, 429 `too_many_provider_requests`; ProviderUnavailable for other
 * unknown outcomes (webhooks, section 25)
 */
export async function whileCallerWaits<T>(provider: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderRefused) throw thirdPartyError(provider, error.refusal);
    if (!(error instanceof ProviderUnavailable) || !error.isRateLimited) throw error;
    throw new ApiError(429, {
      status: 429,
      error: 'Too Many Provider Requests',
      code: 'too_many_provider_requests',
      error_details: { provider_name: nameOf(provider), message: error.words },
    });
  }
}

const nameOf = (provider: string): string => publishedProvider(provider)?.title ?? provider;
