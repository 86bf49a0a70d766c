import { readCustomerResource } from '@tollgate/subscription/reader';
import { resource, type PayloadSource } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Takes the customer of a provider, and what the message says of it (webhooks, section 6). */
const aboutCustomer = <K extends 'provider_error' | 'checkout_url'>(
  key: K,
): PayloadSource<
  { customer_id: string; payment_provider: string; payment_provider_code: string } & Record<K, unknown>
> => ({
  idOf: ({ customer_id }) => customer_id,
  load: async (transaction, { customer_id, payment_provider, payment_provider_code, [key]: value }) => {
    const { svc_id, external_id } = await readCustomerResource(transaction, customer_id);
    return {
      svc_customer_id: svc_id,
      external_customer_id: external_id,
      payment_provider,
      payment_provider_code,
      [key]: value,
    };
  },
});

/** Payloads of webhooks about `customer` (webhooks, section 4). */
export const customerPayloads: PayloadsOf<'customer'> = {
  'customer.created': resource('customer_id', readCustomerResource),
  'customer.updated': resource('customer_id', readCustomerResource),
  'customer.vies_check': {
    idOf: ({ customer_id }) => customer_id,
    load: async (transaction, { customer_id, vies_check }) => ({
      ...(await readCustomerResource(transaction, customer_id)),
      vies_check,
    }),
  },
  'customer.tax_provider_error': {
    idOf: ({ customer_id }) => customer_id,
    load: async (transaction, { customer_id: id, ...refusal }) => {
      const { external_id } = await readCustomerResource(transaction, id);
      return { svc_customer_id: id, external_customer_id: external_id, ...refusal };
    },
  },
  'customer.accounting_provider_created': resource('customer_id', readCustomerResource),
  'customer.accounting_provider_error': {
    idOf: ({ customer_id }) => customer_id,
    load: async (transaction, { customer_id: id, document_type: _, ...refusal }) => {
      const { external_id } = await readCustomerResource(transaction, id);
      return { svc_customer_id: id, external_customer_id: external_id, ...refusal };
    },
  },
  'customer.payment_provider_created': resource('customer_id', readCustomerResource),
  'customer.payment_provider_error': aboutCustomer('provider_error'),
  'customer.checkout_url_generated': aboutCustomer('checkout_url'),
};
