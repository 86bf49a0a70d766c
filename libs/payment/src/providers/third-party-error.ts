import { ApiError } from '@tollgate/platform';
import type { ProviderError } from '../model/tables/payments.tables.js';

/** 422: a provider refused a call, in its own words (webhooks, section 25). @param provider such as `stripe` */
export const thirdPartyError = (provider: string, { message }: ProviderError): ApiError =>
  new ApiError(422, {
    status: 422,
    error: 'Unprocessable Entity',
    code: 'third_party_error',
    error_details: { third_party: nameOf(provider), thirdparty_error: message },
  });

const nameOf = (provider: string): string => provider.charAt(0).toUpperCase() + provider.slice(1);
