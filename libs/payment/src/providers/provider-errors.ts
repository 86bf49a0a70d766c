import { ApiError, Unavailable } from '@tollgate/platform';
import type { ProviderError } from '../model/tables/payments.tables.js';

/** A call of a provider with an unknown outcome: no answer, an error of the provider, or too many calls. */
export class ProviderUnavailable extends Error {
  constructor(
    message: string,
    /** Whether the provider takes no more calls for now. */
    readonly isRateLimited: boolean,
  ) {
    super(message);
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

/**
 * Makes a provider's call for a caller that waits for its answer.
 * @throws ApiError 429 `too_many_provider_requests`, Unavailable for any other unknown outcome (webhooks, section 25)
 */
export async function whileCallerWaits<T>(provider: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    if (!error.isRateLimited) throw new Unavailable(`${provider} does not answer, try again`, error);
    throw new ApiError(429, {
      status: 429,
      error: 'Too Many Provider Requests',
      code: 'too_many_provider_requests',
      error_details: { provider_name: nameOf(provider), message: error.message },
    });
  }
}

const nameOf = (provider: string): string => provider.charAt(0).toUpperCase() + provider.slice(1);
