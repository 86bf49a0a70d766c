import { isBlank, isPaymentProvider, type CustomerBillingConfigurationInput } from '@tollgate/contracts';

/**
 * Whether a request links a customer to a payment provider: it names a provider that either knows the customer already
 * or shall create it. An unknown name counts as absent (customers, section 2.12).
 */
export const isLinkRequested = (configuration: CustomerBillingConfigurationInput): boolean =>
  isPaymentProvider(configuration.payment_provider) &&
  (configuration.sync_with_provider === true || !isBlank(configuration.provider_customer_id));

/**
 * The stored columns of the payment provider in an upsert without a link: its name and the code
 * of a connection. An unknown name or null clears both.
 */
export function providerColumns(configuration: CustomerBillingConfigurationInput): {
  payment_provider?: string | null;
  payment_provider_code?: string | null;
} {
  if (configuration.payment_provider === undefined || isLinkRequested(configuration)) return {};
  if (!isPaymentProvider(configuration.payment_provider))
    return { payment_provider: null, payment_provider_code: null };
  return {
    payment_provider: configuration.payment_provider,
    payment_provider_code: isBlank(configuration.payment_provider_code)
      ? null
      : (configuration.payment_provider_code ?? null),
  };
}
