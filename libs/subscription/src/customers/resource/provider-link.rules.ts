import {
  defaultMethodTypes,
  isBlank,
  isLinkableProvider,
  methodTypes,
  publishedProvider,
  type CustomerBillingConfigurationInput,
} from '@tollgate/contracts';
import type { FoundConnection } from '../../model/agreement/payment-methods.js';

/** The columns of a customer's link to a payment provider. */
export interface ProviderLink {
  payment_provider: string | null;
  payment_provider_code: string | null;
  /** Its id there; null until the provider has created it. */
  provider_customer_id: string | null;
  sync_with_provider: boolean | null;
  /** Ways to pay, where the provider has several to choose from; null otherwise. */
  provider_payment_methods: string[] | null;
}

const noLink: ProviderLink = {
  payment_provider: null,
  payment_provider_code: null,
  provider_customer_id: null,
  sync_with_provider: null,
  provider_payment_methods: null,
};

/** The ways to pay of a customer; undefined where its provider has none to choose from (webhooks, section 11.2). */
export const methodTypesOf = ({
  payment_provider: provider,
  provider_payment_methods: chosen,
}: Pick<ProviderLink, 'payment_provider' | 'provider_payment_methods'>): string[] | undefined =>
  publishedProvider(provider)?.methodTypes ? (chosen ?? [...defaultMethodTypes]) : undefined;

/**
 * Whether a request links a customer to a payment provider: it names a provider that either knows the customer already
 * or shall create it. An unknown name counts as absent (customers, section 2.12).
 */
export const isLinkRequested = (configuration: CustomerBillingConfigurationInput): boolean =>
  isLinkableProvider(configuration.payment_provider) &&
  (configuration.sync_with_provider === true || !isBlank(configuration.provider_customer_id));

/**
 * The changed columns of the link in an upsert (webhooks, section 10.1). An unknown provider or null removes the link;
 * another provider or connection replaces it. A link without its connection changes nothing.
 * @param stored the link of the customer; undefined for a new one
 * @param connection the connection that a requested link found, or why there is none
 */
export function linkColumns(
  configuration: CustomerBillingConfigurationInput,
  stored: ProviderLink | undefined,
  connection: FoundConnection,
): Partial<ProviderLink> {
  const { payment_provider: provider } = configuration;
  const before = stored ?? noLink;
  if (provider === undefined) return before.payment_provider === null ? {} : submittedColumns(configuration);
  if (!isLinkableProvider(provider)) return noLink;
  if (isLinkRequested(configuration) && typeof connection === 'string') return {};
  const named = {
    payment_provider: provider,
    payment_provider_code: typeof connection === 'string' ? codeOf(configuration) : connection.code,
  };
  const isSame =
    before.payment_provider === provider &&
    (named.payment_provider_code === null || before.payment_provider_code === named.payment_provider_code);
  if (isSame) return { ...(named.payment_provider_code === null ? {} : named), ...submittedColumns(configuration) };
  const chosen = methodTypesOf({ payment_provider: provider, provider_payment_methods: null });
  return {
    ...noLink,
    ...named,
    ...(chosen === undefined ? {} : { provider_payment_methods: chosen }),
    ...submittedColumns(configuration),
  };
}

const codeOf = ({ payment_provider_code: code }: CustomerBillingConfigurationInput): string | null =>
  isBlank(code) ? null : (code ?? null);

/** The fields that a request gives; absent and blank ones stay. */
function submittedColumns({
  provider_customer_id: id,
  sync_with_provider: sync,
  provider_payment_methods: methods,
}: CustomerBillingConfigurationInput): Partial<ProviderLink> {
  return {
    ...(isBlank(id) ? {} : { provider_customer_id: id ?? null }),
    ...(typeof sync === 'boolean' ? { sync_with_provider: sync } : {}),
    ...(Array.isArray(methods) && methods.length > 0 ? { provider_payment_methods: [...new Set(methods)] } : {}),
  };
}

/**
 * Finds the mistake in a customer's ways to pay; null for none. Link needs cards beside it, and a bank transfer has no
 * other way beside it (webhooks, section 11.2).
 */
export function methodTypesError(methods: readonly string[] | null | undefined): string | null {
  if (!methods || methods.length === 0) return null;
  if (methods.some((method) => !methodTypes.has(method))) return 'value_is_invalid';
  if (methods.includes('link') && !methods.includes('card')) return 'value_is_invalid';
  if (methods.includes('customer_balance') && methods.length > 1)
    return 'customer_balance cannot be combined with other payment methods';
  return null;
}
