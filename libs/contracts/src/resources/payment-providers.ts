import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { cents, id, mandatoryChoice, mandatoryText, timestamp } from '../http/fields.js';
import { pagination, query } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { PaymentMethod } from './payment-methods.js';

/** Connectable providers; the sandbox is only for sandbox organizations, like test cards. */
export const connectableProviders = ['sandbox'] as const;

/**
 * Payment methods of the sandbox provider, named after the outcome of a payment. A late one is `processing` for an
 * hour, and its outcome is reported twice.
 */
export const sandboxMethods = [
  'pm_succeeds',
  'pm_fails',
  'pm_requires_action',
  'pm_late',
  'pm_late_fails',
  'pm_refund_fails',
] as const;
export type SandboxMethod = (typeof sandboxMethods)[number];

/** A connection to a payment provider. */
export const PaymentProvider = z.object({
  svc_id: id(),
  provider: z.enum(connectableProviders),
  code: z.string(),
  name: z.string(),
  created_at: timestamp(),
});
export type PaymentProvider = z.infer<typeof PaymentProvider>;

export const PaymentProviderCreate = body({
  provider: mandatoryChoice(connectableProviders),
  code: mandatoryText(),
  name: mandatoryText(),
});
export type PaymentProviderCreate = BodyInput<typeof PaymentProviderCreate>;

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
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/payment_providers/:code',
    summary: 'Disconnect a payment provider; its customers are charged no more',
    answer: { payment_provider: PaymentProvider },
  }),
  link: route({
    ...shared,
    method: 'PUT',
    path: '/customers/:external_customer_id/payment_provider',
    summary: 'Have a customer charged through a connected provider',
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
