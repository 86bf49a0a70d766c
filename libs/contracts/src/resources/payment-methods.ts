import { z } from 'zod';
import { body } from '../http/body.js';
import { choice, id, record, withMembers } from '../http/fields.js';
import { pagination, query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { createdAt, described, exampleId, shape, svcId, texts } from '../http/texts.js';
import { providerKind } from '../payment-providers/provider-kind.js';

/** A payment method of a customer; only providers create them (webhooks, section 14). */
export const PaymentMethod = shape('A payment method of a customer at its provider', {
  svc_id: svcId(),
  is_default: described(z.boolean(), 'Whether it is the default'),
  payment_provider_code: described(z.string().nullable(), ...texts.paymentProviderCode),
  payment_provider_name: described(z.string().nullable(), 'Name of the connected payment provider', 'Sandbox'),
  payment_provider_type: described(z.string(), ...providerKind),
  provider_method_id: described(z.string(), "The provider's identifier of the payment method", 'pm_succeeds'),
  created_at: createdAt(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** A way to pay: the provider's default method, one of its methods, or manually. */
export const PaymentMethodReference = shape(
  "The payment method: the provider's default, one of its methods, or manual",
  {
    payment_method_id: described(
      z.string().nullable(),
      'Identifier of the payment method; null: the default one',
      exampleId,
    ),
    payment_method_type: described(
      z.enum(['provider', 'manual']),
      'Whether a provider charges it, or it is paid manually',
    ),
  },
);
export type PaymentMethodReference = z.infer<typeof PaymentMethodReference>;

/** The raw reference in a call; the owner of payment methods validates it. */
export const paymentMethodField = () =>
  described(
    withMembers(
      record(),
      body({
        payment_method_type: described(
          choice(['provider', 'manual'], 'invalid_payment_method'),
          'Whether a provider charges it, or it is paid manually',
        ),
        payment_method_id: described(idText(), 'Identifier of the payment method; null: the default one'),
      }),
    ),
    'Payment method',
  );

/** A page where a customer enters a payment method at its provider. */
export const CustomerCheckoutUrl = shape('A page where the customer enters a payment method at its provider', {
  svc_customer_id: described(id(), ...texts.customerId),
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  payment_provider: described(z.string(), ...providerKind),
  payment_provider_code: described(z.string(), ...texts.paymentProviderCode),
  checkout_url: described(
    z.string(),
    'Page of the provider where the customer enters a payment method',
    'https://pay.example.com/c/1',
  ),
});

export const PaymentMethodFilters = query({ ...pagination });
export type PaymentMethodFilters = QueryInput<typeof PaymentMethodFilters>;

const shared = { service: 'payment', permission: 'payment_method' } as const;
const ofCustomer = '/customers/:external_customer_id/payment_methods' as const;

export const paymentMethodRoutes = {
  list: route({
    ...shared,
    method: 'GET',
    path: ofCustomer,
    summary: 'List the payment methods of a customer',
    query: PaymentMethodFilters,
    answer: { payment_methods: z.array(PaymentMethod), meta: Meta },
  }),
  setAsDefault: route({
    ...shared,
    method: 'PUT',
    path: `${ofCustomer}/:svc_id/set_as_default`,
    summary: 'Set the default payment method of a customer',
    answer: { payment_method: PaymentMethod },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: `${ofCustomer}/:svc_id`,
    summary: 'Delete a payment method of a customer',
    answer: { payment_method: PaymentMethod },
  }),
  checkoutUrl: route({
    service: 'payment',
    permission: 'customer',
    method: 'POST',
    path: '/customers/:external_customer_id/checkout_url',
    summary: 'Create a page where a customer enters a payment method',
    answer: { customer: CustomerCheckoutUrl },
  }),
};
