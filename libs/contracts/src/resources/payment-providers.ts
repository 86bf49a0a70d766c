import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { cents, flag, id, isBlank, mandatoryChoice, mandatoryText, text, timestamp } from '../http/fields.js';
import { isHttpUrl } from '../http/guards.js';
import { pagination, query } from '../http/query.js';
import { Meta, route } from '../http/route.js';
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
const shownSettings = Object.fromEntries(providerSettingNames.map((name) => [name, z.string().nullable()])) as Record<
  ProviderSetting,
  z.ZodNullable<z.ZodString>
>;

/** A connection to a payment provider. Its secrets are in no answer. */
export const PaymentProvider = z.object({
  svc_id: id(),
  provider: z.enum(connectableProviders),
  code: z.string(),
  name: z.string(),
  ...shownSettings,
  success_redirect_url: z
    .string()
    .nullable()
    .meta({ description: "Address to which pages of the provider redirect the payer; null: the provider's default" }),
  supports_3ds: z.boolean().meta({ description: 'Whether a payer may confirm a payment later' }),
  require_terms_of_service_consent: z.boolean(),
  webhook_registered: z.boolean().meta({
    description: 'Whether events of the provider can be verified, with a registered address or its secret',
  }),
  created_at: timestamp(),
});
export type PaymentProvider = z.infer<typeof PaymentProvider>;

const settings = {
  secret_key: text(longestKey),
  /** Of providers where people enter the address of events. */
  webhook_secret: text(longestKey),
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

export const PaymentProviderCreate = body(
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
export const PaymentProviderUpdate = body({ code: text(), name: text(), ...settings }, refuseOtherUrl);
export type PaymentProviderUpdate = BodyInput<typeof PaymentProviderUpdate>;

/** Whether the provider takes calls of a connection. */
export const PaymentProviderHealth = z.object({
  payment_provider_code: z.string(),
  status: z.enum(['working', 'refused', 'unavailable']).meta({
    description: '`refused`: the key is invalid or lacks a right; `unavailable`: the provider does not answer',
  }),
  provider_error: z.object({ message: z.string(), error_code: z.string().nullable() }).nullable(),
});
export type PaymentProviderHealth = z.infer<typeof PaymentProviderHealth>;

/** The connection that charges a customer, and a method of that provider. */
export const ProviderLink = body({
  payment_provider_code: mandatoryText(),
  provider_method_id: mandatoryChoice(sandboxMethods),
});
export type ProviderLink = BodyInput<typeof ProviderLink>;

/** The sandbox provider's replacement of a checkout page: a call supplies the payer's input. */
export const SandboxCheckout = z.object({
  svc_id: id(),
  kind: z.enum(['setup', 'payment']),
  status: z.enum(['open', 'completed', 'expired']),
  external_customer_id: z.string(),
  svc_invoice_id: id().nullable(),
  amount_cents: cents().nullable(),
  amount_currency: z.string().nullable(),
  expires_at: timestamp(),
});
export type SandboxCheckout = z.infer<typeof SandboxCheckout>;

export const SandboxCheckoutComplete = body({ provider_method_id: mandatoryChoice(sandboxMethods) });
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
    path: '/sandbox_checkouts/:svc_id',
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
