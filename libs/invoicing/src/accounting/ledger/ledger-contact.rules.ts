import { createHash } from 'node:crypto';
import type { EmbeddedCustomer } from '@tollgate/contracts';
import type { LedgerAddress, LedgerContact } from './ledger-document.js';

/** Blank texts count as absent. */
const filled = (text: string | null | undefined): string | null => text?.trim() || null;

type Addressed = Pick<EmbeddedCustomer, 'address_line1' | 'address_line2' | 'city' | 'state' | 'zipcode' | 'country'>;

const addressOf = (address: Partial<Addressed>): LedgerAddress => ({
  line1: filled(address.address_line1),
  line2: filled(address.address_line2),
  city: filled(address.city),
  region: filled(address.state),
  zipcode: filled(address.zipcode),
  country: filled(address.country),
});

/** A customer as an accounting system gets it (webhooks, section 20). */
export function contactOf(customer: EmbeddedCustomer): LedgerContact {
  const shipping = addressOf(customer.shipping_address ?? {});
  const hasShipping = Object.values(shipping).some((part) => part !== null);
  return {
    number: customer.svc_id,
    externalId: customer.external_id,
    name: filled(customer.name) ?? filled(customer.legal_name),
    firstName: filled(customer.firstname),
    lastName: filled(customer.lastname),
    email: filled(customer.email),
    phone: filled(customer.phone),
    legalNumber: filled(customer.legal_number),
    taxNumber: filled(customer.tax_identification_number),
    billing: addressOf(customer),
    shipping: hasShipping ? shipping : null,
  };
}

/** The fingerprint of a contact: the system gets it again when that differs. */
export const digestOfContact = (contact: LedgerContact): string =>
  createHash('sha256').update(JSON.stringify(contact)).digest('hex');
