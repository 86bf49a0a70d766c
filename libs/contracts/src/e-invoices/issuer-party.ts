import { countries } from '../http/enums.js';
import type { BillingEntity } from '../resources/billing-entities.js';
import type { IssuerEinvoicingSettings } from '../resources/einvoicing-settings.js';
import { compact, derivedAddress, registrationOf } from './identifiers.js';
import type { Identifier, TradeParty } from './parties.js';

/** Text without blanks at its ends, or null. */
export const filled = (text: string | null | undefined): string | null => text?.trim() || null;

/** Prefixes of VAT numbers: countries, Greece as EL, and Northern Ireland (BR-CO-09). */
const prefixes = new Set<string>([...countries, 'EL', 'XI']);

/** A number with its country's prefix, in the form of VIES; null for others. */
function vatIdOf(text: string | null): string | null {
  const id = compact(text ?? '');
  return /^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(id) && prefixes.has(id.slice(0, 2)) ? id : null;
}

export const electronicAddressSetting = (settings: {
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

/** The fields of an issuer that its e-invoices show. */
export type IssuerFields = Party & Pick<BillingEntity, 'code' | 'name' | 'legal_name' | 'phone' | 'email'>;
type IssuerAddress = Pick<
  IssuerEinvoicingSettings,
  'contact_name' | 'electronic_address' | 'electronic_address_scheme'
>;

type Common = Pick<TradeParty, 'address' | 'registration' | 'vatId' | 'taxNumber' | 'derivedAddress'>;

/** The common part of issuers and customers. */
export function commonOf(party: Party): Common {
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
export function issuerParty(issuer: IssuerFields, settings: IssuerAddress): TradeParty {
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
    electronicAddress: electronicAddressSetting(settings),
  };
}
