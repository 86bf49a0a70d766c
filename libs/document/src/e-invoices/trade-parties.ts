import { countries, type BillingEntity, type EmbeddedCustomer } from '@tollgate/contracts';
import { compact, derivedAddress, registrationOf } from './identifiers.js';
import type { EInvoice, Identifier, TradeParty, VatSubtotal } from './model.js';
import type { Issuing } from './sources.js';

/** Text without blanks at its ends, or null. */
export const filled = (text: string | null | undefined): string | null => text?.trim() || null;

/** Prefixes of VAT numbers: countries, Greece as EL, and Northern Ireland (BR-CO-09). */
const prefixes = new Set<string>([...countries, 'EL', 'XI']);

/** A number with its country's prefix, in the form of VIES; null for others. */
function vatIdOf(text: string | null): string | null {
  const id = compact(text ?? '');
  return /^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(id) && prefixes.has(id.slice(0, 2)) ? id : null;
}

const electronicAddressOf = (settings: {
  electronic_address: string | null;
  electronic_address_scheme: string | null;
}): Identifier | null => {
  const id = filled(settings.electronic_address);
  return id === null ? null : { id, scheme: filled(settings.electronic_address_scheme) };
};

type Party = Pick<
  BillingEntity,
  | 'address_line1'
  | 'address_line2'
  | 'city'
  | 'zipcode'
  | 'state'
  | 'country'
  | 'legal_number'
  | 'tax_identification_number'
>;

type Common = Pick<TradeParty, 'address' | 'registration' | 'vatId' | 'taxNumber' | 'derivedAddress'>;

function commonOf(party: Party): Common {
  const vatId = vatIdOf(party.tax_identification_number);
  const number = filled(party.legal_number);
  const registration = number === null ? null : registrationOf(number, filled(party.country));
  return {
    address: {
      line1: filled(party.address_line1),
      line2: filled(party.address_line2),
      city: filled(party.city),
      zipcode: filled(party.zipcode),
      state: filled(party.state),
      country: filled(party.country),
    },
    registration,
    vatId,
    taxNumber: vatId ? null : filled(party.tax_identification_number),
    derivedAddress: derivedAddress(registration, vatId),
  };
}

/** The issuer as seller or buyer. */
export function issuerParty({
  issuer,
  issuerSettings: settings,
}: Pick<Issuing, 'issuer' | 'issuerSettings'>): TradeParty {
  const name = filled(issuer.legal_name) ?? issuer.name;
  return {
    identifier: issuer.code,
    name,
    ...commonOf(issuer),
    contact: {
      name: filled(settings.contact_name) ?? name,
      phone: filled(issuer.phone),
      email: filled(issuer.email),
    },
    electronicAddress: electronicAddressOf(settings),
  };
}

function customerParty(customer: EmbeddedCustomer, { customerSettings: settings }: Issuing): TradeParty {
  const person = filled([customer.firstname, customer.lastname].flatMap((name) => filled(name) ?? []).join(' '));
  const name = filled(customer.legal_name) ?? filled(customer.name) ?? person ?? customer.external_id;
  return {
    identifier: customer.external_id,
    name,
    ...commonOf(customer),
    // E-mails may be several, separated by commas; the standard takes one.
    contact: {
      name: person ?? name,
      phone: filled(customer.phone),
      email: filled(customer.email?.split(',')[0]),
    },
    electronicAddress: electronicAddressOf(settings),
  };
}

/** A document that is not subject to VAT has no numbers for it (BR-O-02). */
const withoutVat = (party: TradeParty): TradeParty => ({ ...party, vatId: null, taxNumber: null });

/** Seller and buyer; self-billing swaps issuer and customer (webhooks, section 8.1). */
export function tradeParties(
  customer: EmbeddedCustomer,
  issuing: Issuing,
  { isSelfBilled, vat }: { isSelfBilled: boolean; vat: readonly VatSubtotal[] },
): Pick<EInvoice, 'seller' | 'buyer'> {
  const parties = [issuerParty(issuing), customerParty(customer, issuing)] as const;
  const isSubject = vat.some(({ category }) => category !== 'O');
  const [issuer, other] = isSubject ? parties : ([withoutVat(parties[0]), withoutVat(parties[1])] as const);
  const [seller, buyer] = isSelfBilled ? [other, issuer] : [issuer, other];
  // The standard knows such a number of sellers only (BT-32).
  return { seller, buyer: { ...buyer, taxNumber: null } };
}
