import { isBlank, paymentProviders, type CustomerProviderLink } from '@tollgate/contracts';

/**
 * Whether a customer is to be linked to a payment provider: one is named, and it either knows the customer already or is to
 * be told of it. A name that is unknown is not given (customers, section 2.12).
 */
export const isLinkWanted = (given: CustomerProviderLink): boolean =>
  (paymentProviders as readonly string[]).includes(given.payment_provider ?? '') &&
  (given.sync_with_provider === true || !isBlank(given.provider_customer_id));
