import { sentEmail, type EmbeddedCustomer } from '@tollgate/contracts';
import type { CustomerData } from './ports/customers.js';
import type { SetupRequest } from './ports/pages.js';

/** Selects the data of a customer that its provider stores: the first of its addresses, its name or its person's. */
export function customerDataOf(customer: EmbeddedCustomer, methodTypes: readonly string[]): CustomerData {
  return {
    id: customer.svc_id,
    externalId: customer.external_id,
    name: customer.name ?? textOf([customer.firstname, customer.lastname].filter(Boolean).join(' ')),
    names: {
      company: textOf(customer.name ?? ''),
      first: textOf(customer.firstname ?? ''),
      last: textOf(customer.lastname ?? ''),
    },
    email: emailOf(customer),
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

/** No system delivers to longer addresses (RFC 5321). */
const longestEmail = 254;

/** The first of the mail addresses of a customer, as it is sent; one without a possible receiver counts as none. */
function emailOf({ email }: Pick<EmbeddedCustomer, 'email'>): string | null {
  const address = sentEmail(email?.split(',')[0]?.trim() ?? '');
  return address.length > longestEmail ? null : textOf(address);
}

/** The data of a payer that a page shows. */
export const payerOf = (customer: EmbeddedCustomer | undefined): Pick<SetupRequest, 'email' | 'currency'> => ({
  email: customer ? emailOf(customer) : null,
  currency: customer?.currency ?? null,
});
