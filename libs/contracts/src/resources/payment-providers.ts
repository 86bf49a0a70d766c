import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { cents, flag, id, isBlank, mandatoryChoice, mandatoryText, text, timestamp } from '../http/fields.js';
import { isHttpUrl } from '../http/guards.js';
import { pagination, query } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, describedLike, shape, svcId, texts } from '../http/texts.js';
import {
  connectableProviders,
  providerSettingNames,
  providerSettings,
  publishedProvider,
  type ProviderSetting,
} from '../payment-providers/registry.js';
import { sandboxMethods } from '../payment-providers/sandbox.js';
import { PaymentMethod } from './payment-methods.js';

/** Where providers send their events, below the public address (webhooks, section 13): a signature is the key. */
export const paymentEventPath = '/webhooks/:provider/:organization_id';

const longestUrl = 1024;
const longestKey = 1024;

/** The settings of one provider alone, as answers show them: null at the others. */
const shownSettings = Object.fromEntries(
  providerSettingNames.map((name) => [name, describedLike(z.string().nullable(), providerSettings[name])]),
) as Record<ProviderSetting, z.ZodNullable<z.ZodString>>;

/** A connection to a payment provider. Its secrets are in no answer. */
export const PaymentProvider = shape('A connection to a payment provider', {
  svc_id: svcId(),
  provider: described(z.enum(connectableProviders), 'Payment provider'),
  code: described(z.string(), 'Unique code for calls', 'sandbox_eu'),
  name: described(z.string(), 'Display name', 'Sandbox'),
  ...shownSettings,
  success_redirect_url: described(
    z.string().nullable(),
    "Address to which pages of the provider redirect the payer; null: the provider's default",
    'https://acme.example/paid',
  ),
  supports_3ds: described(z.boolean(), 'Whether a payer may confirm a payment later'),
  require_terms_of_service_consent: described(
    z.boolean(),
    'Whether pages of the provider require consent to its terms',
  ),
  webhook_registered: described(
    z.boolean(),
    'Whether events of the provider can be verified, with a registered address or its secret',
  ),
  created_at: createdAt(),
});
export type PaymentProvider = z.infer<typeof PaymentProvider>;

const settings = {
  secret_key: described(
    text(longestKey),
    'Secret key of the account at the provider; no answer shows it',
    'sk_example',
  ),
  /** Of providers where people enter the address of events. */
  webhook_secret: described(
    text(longestKey),
    'Secret that signs the events of GoCardless, or the HMAC key of Adyen; no answer shows it',
    'secret_example',
  ),
  success_redirect_url: text(longestUrl),
  supports_3ds: flag(),
  require_terms_of_service_consent: flag(),
};

const refuseOtherUrl = (
  { success_redirect_url: url }: { success_redirect_url?: string | null },
  add: (field: string, code: string) => void,
): void => {
  if (!isBlank(url) && !isHttpUrl(url ?? '')) add('success_redirect_url', 'url_is_invalid');
};

export const PaymentProviderCreate = bodyOf(
  PaymentProvider,
  {
    provider: mandatoryChoice(connectableProviders),
    code: mandatoryText(),
    name: mandatoryText(),
    ...settings,
    ...providerSettings,
  },
  (input, add) => {
    refuseOtherUrl(input, add);
    const published = publishedProvider(input.provider ?? null);
    const fields: Readonly<Record<string, unknown>> = input;
    for (const field of published?.required ?? []) if (isBlank(fields[field])) add(field, 'value_is_mandatory');
    for (const [field, form] of Object.entries(published?.forms ?? {}))
      if (!isBlank(fields[field]) && !form.test(String(fields[field]))) add(field, 'value_is_invalid');
  },
);
export type PaymentProviderCreate = BodyInput<typeof PaymentProviderCreate>;

/** Changes of a connection; absent fields stay. A new key must belong to the same account of the provider. */
export const PaymentProviderUpdate = bodyOf(
  PaymentProvider,
  { code: text(), name: text(), ...settings },
  refuseOtherUrl,
);
export type PaymentProviderUpdate = BodyInput<typeof PaymentProviderUpdate>;

/** Whether the provider takes calls of a connection. */
export const PaymentProviderHealth = shape('The health of a payment provider', {
  payment_provider_code: described(z.string(), ...texts.paymentProviderCode),
  status: described(
    z.enum(['working', 'refused', 'unavailable']),
    '`refused`: the key is invalid or lacks a right; `unavailable`: the provider does not answer',
    'active',
  ),
  provider_error: described(
    z
      .object({
        message: described(z.string(), 'Message of the provider', 'Invalid API Key provided'),
        error_code: described(z.string().nullable(), 'Code of the error', 'tax_error'),
      })
      .nullable(),
    'Error of the provider; null without one',
  ),
});
export type PaymentProviderHealth = z.infer<typeof PaymentProviderHealth>;

/** The connection that charges a customer, and a method of that provider. */
export const ProviderLink = described(
  body({
    payment_provider_code: described(mandatoryText(), ...texts.paymentProviderCode),
    provider_method_id: described(
      mandatoryChoice(sandboxMethods),
      "The provider's identifier of the payment method",
      'pm_succeeds',
    ),
  }),
  'The connected provider that charges the customer, and a payment method there',
);
export type ProviderLink = BodyInput<typeof ProviderLink>;

/** The path of a page of the sandbox provider, below the public address: the address alone opens it (webhooks, section 15). */
export const sandboxPagePath = '/sandbox_checkouts/:svc_id';

/** The buttons of the page post to it, and it redirects to where the page leads. */
export const sandboxActPath = `${sandboxPagePath}/:act`;

/** The sandbox provider's replacement of a checkout page: a call supplies the payer's input. */
export const SandboxCheckout = shape('The checkout of the sandbox provider, where a call acts for the payer', {
  svc_id: svcId(),
  kind: described(z.enum(['setup', 'payment']), 'Purpose: to enter a payment method, or to pay'),
  status: described(z.enum(['open', 'completed', 'expired']), ...texts.state),
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  svc_invoice_id: described(id().nullable(), ...texts.invoiceId),
  svc_payment_request_id: described(id().nullable(), 'Identifier of the payment request; null for another purpose'),
  amount_cents: described(cents().nullable(), ...texts.amountCents),
  amount_currency: described(z.string().nullable(), ...texts.amountCurrency),
  expires_at: described(timestamp(), ...texts.expiry),
});
export type SandboxCheckout = z.infer<typeof SandboxCheckout>;

export const SandboxCheckoutComplete = described(
  body({
    provider_method_id: described(
      mandatoryChoice(sandboxMethods),
      "The provider's identifier of the payment method",
      'pm_succeeds',
    ),
  }),
  'The payment method that the payer enters',
);
export type SandboxCheckoutComplete = BodyInput<typeof SandboxCheckoutComplete>;

const shared = { service: 'payment', permission: 'payment_method' } as const;

export const paymentProviderRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/payment_providers',
    summary: 'Connect a payment provider',
    wrapper: 'payment_provider',
    body: PaymentProviderCreate,
    answer: { payment_provider: PaymentProvider },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/payment_providers',
    summary: 'List connected payment providers, newest first',
    query: query(pagination),
    answer: { payment_providers: z.array(PaymentProvider), meta: Meta },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/payment_providers/:code',
    summary: 'Update a payment provider, or rotate its key',
    wrapper: 'payment_provider',
    body: PaymentProviderUpdate,
    answer: { payment_provider: PaymentProvider },
  }),
  health: route({
    ...shared,
    method: 'GET',
    path: '/payment_providers/:code/health',
    summary: 'Check the health of a payment provider',
    answer: { health: PaymentProviderHealth },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/payment_providers/:code',
    summary: 'Disconnect a payment provider',
    answer: { payment_provider: PaymentProvider },
  }),
  link: route({
    ...shared,
    method: 'PUT',
    path: '/customers/:external_customer_id/payment_provider',
    summary: 'Link a customer to a payment provider',
    wrapper: 'payment_provider',
    body: ProviderLink,
    answer: { payment_method: PaymentMethod },
  }),
  readCheckout: route({
    ...shared,
    method: 'GET',
    path: sandboxPagePath,
    opensAsPage: true,
    summary: 'Read a checkout of the sandbox provider',
    answer: { sandbox_checkout: SandboxCheckout },
  }),
  completeCheckout: route({
    ...shared,
    method: 'POST',
    path: '/sandbox_checkouts/:svc_id/complete',
    summary: 'Enter a payment method in a checkout of the sandbox provider',
    wrapper: 'sandbox_checkout',
    body: SandboxCheckoutComplete,
    answer: { sandbox_checkout: SandboxCheckout },
  }),
};
