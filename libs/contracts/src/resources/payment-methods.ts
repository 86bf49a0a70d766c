import { z } from 'zod';
import { body } from '../http/body.js';
import { choice, id, record, timestamp, withMembers } from '../http/fields.js';
import { pagination, query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';

/** A payment method of a customer; only providers create them (webhooks, section 14). */
export const PaymentMethod = z.object({
  svc_id: id(),
  is_default: z.boolean(),
  payment_provider_code: z.string().nullable(),
  payment_provider_name: z.string().nullable(),
  payment_provider_type: z.string(),
  provider_method_id: z.string(),
  created_at: timestamp(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** A way to pay: the provider's default method, one of its methods, or manually. */
export const PaymentMethodReference = z.object({
  payment_method_id: z.string().nullable(),
  payment_method_type: z.enum(['provider', 'manual']),
});
export type PaymentMethodReference = z.infer<typeof PaymentMethodReference>;

/** The raw reference in a call; the owner of payment methods validates it. */
export const paymentMethodField = () =>
  withMembers(
    record(),
    body({
      payment_method_type: choice(['provider', 'manual'], 'invalid_payment_method'),
      payment_method_id: idText(),
    }),
  );

/** A page where a customer enters a payment method at its provider. */
export const CustomerCheckoutUrl = z.object({
  svc_customer_id: id(),
  external_customer_id: z.string(),
  payment_provider: z.string(),
  payment_provider_code: z.string(),
  checkout_url: z.string(),
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
