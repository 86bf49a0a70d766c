import type { EmbeddedCustomer } from '@tollgate/contracts';
import type { CustomerData } from './payment-provider.js';

/** The ways to pay of a customer that names none (webhooks, section 11.2). */
export const defaultMethodTypes: readonly string[] = ['card'];

/** Selects the data of a customer that its provider stores: the first of its addresses, its name or its person's. */
export function customerDataOf(customer: EmbeddedCustomer, methodTypes: readonly string[]): CustomerData {
  return {
    id: customer.svc_id,
    externalId: customer.external_id,
    name: customer.name ?? textOf([customer.firstname, customer.lastname].filter(Boolean).join(' ')),
    email: textOf(customer.email?.split(',')[0] ?? ''),
    phone: customer.phone,
    address: {
      line1: customer.address_line1,
      line2: customer.address_line2,
      city: customer.city,
      postalCode: customer.zipcode,
      state: customer.state,
      country: customer.country,
    },
    methodTypes,
  };
}

const textOf = (text: string): string | null => (text.trim() === '' ? null : text.trim());
