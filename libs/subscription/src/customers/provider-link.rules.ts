import { isBlank, isPaymentProvider, type CustomerBillingConfigurationInput } from '@tollgate/contracts';

/**
 * Whether a customer is to be linked to a payment provider: one is named, and it either knows the customer already or is to
 * be told of it. A name that is unknown is not given (customers, section 2.12).
 */
export const isLinkRequested = (configuration: CustomerBillingConfigurationInput): boolean =>
  isPaymentProvider(configuration.payment_provider) &&
  (configuration.sync_with_provider === true || !isBlank(configuration.provider_customer_id));

/**
 * What a customer keeps of the payment provider that an upsert names, as long as it is not to be linked: its name and the code
 * of a connection. An unknown name takes both away, as null does.
 */
export function providerColumns(configuration: CustomerBillingConfigurationInput): {
  payment_provider?: string | null;
  payment_provider_code?: string | null;
} {
  if (configuration.payment_provider === undefined || isLinkRequested(configuration)) return {};
  if (!isPaymentProvider(configuration.payment_provider)) return { payment_provider: null, payment_provider_code: null };
  return {
    payment_provider: configuration.payment_provider,
    payment_provider_code: isBlank(configuration.payment_provider_code) ? null : (configuration.payment_provider_code ?? null),
  };
}
