import { isAddressScheme, isPeppolScheme, isWellFormed } from './identifiers.js';
import type { TradeParty, VatCategory } from './parties.js';
import { electronicAddressOf, type Profile } from './profiles.js';

/** A field of a party that a format needs, by its name in the interface. */
export interface PartyFault {
  field: string;
  code: 'value_is_mandatory' | 'value_is_invalid' | 'country_not_supported';
}

export const mandatory = (fields: Record<string, unknown>): PartyFault[] =>
  Object.entries(fields)
    .filter(([, value]) => value === null)
    .map(([field]) => ({ field, code: 'value_is_mandatory' }));

export const invalid = (field: string, isInvalid: boolean): PartyFault[] =>
  isInvalid ? [{ field, code: 'value_is_invalid' }] : [];

/** Sellers of these countries have rules of their own in Peppol, which the writer does not know. */
const countriesWithOwnPeppolRules = new Set(['DK', 'GR', 'IS', 'IT', 'NL', 'NO', 'SE']);

function addressFaults(party: TradeParty, profile: Profile): PartyFault[] {
  const address = electronicAddressOf(party, profile);
  const isRequired = profile.addresses !== 'optional' || party.electronicAddress !== null;
  if (address === null) {
    const field = party.electronicAddress ? 'electronic_address_scheme' : 'electronic_address';
    return isRequired ? [{ field, code: 'value_is_mandatory' }] : [];
  }
  const isKnown = profile.addresses === 'peppol' ? isPeppolScheme : isAddressScheme;
  return [
    ...invalid('electronic_address_scheme', !isKnown(address.scheme ?? '')),
    ...invalid('electronic_address', !isWellFormed(address)),
  ];
}

/** All that a format needs of either side: a country; XRechnung also a place, and addresses. */
function commonFaults(party: TradeParty, profile: Profile): PartyFault[] {
  const { city, zipcode, country } = party.address;
  return [
    ...mandatory({ country, ...(profile.needsContact ? { city, zipcode } : {}) }),
    // The list of CII lacks South Sudan (BR-CL-14).
    ...(profile.syntax === 'cii' && country === 'SS'
      ? [{ field: 'country', code: 'country_not_supported' } as const]
      : []),
    ...addressFaults(party, profile),
  ];
}

/** Exports and supplies within the Community need the seller's number with a prefix (BR-G-02, BR-IC-02). */
const needsVatId = (category: VatCategory): boolean => category === 'G' || category === 'K';

const threeDigits = /(\D*\d){3}/;
const email = /^[^\s@.][^\s@]*[^\s@.]@[^\s@.][^\s@]*[^\s@.]$/;

/** Also a number for taxes, unless nothing is subject to VAT, and XRechnung's contact (BR-DE-5 to BR-DE-7). */
export function sellerFaults(seller: TradeParty, profile: Profile, categories: readonly VatCategory[]): PartyFault[] {
  const { phone, email: mail } = seller.contact;
  const hasOwnRules = profile.addresses === 'peppol' && countriesWithOwnPeppolRules.has(seller.address.country ?? '');
  return [
    ...(hasOwnRules ? [{ field: 'country', code: 'country_not_supported' } as const] : []),
    ...commonFaults(seller, profile),
    ...(categories.every((category) => category === 'O')
      ? []
      : mandatory({ tax_identification_number: seller.vatId ?? seller.taxNumber })),
    ...(profile.needsContact ? mandatory({ phone, email: mail }) : []),
    ...(profile.needsContact ? invalid('phone', phone !== null && !threeDigits.test(phone)) : []),
    ...(profile.needsContact ? invalid('email', mail !== null && !email.test(mail)) : []),
    ...invalid('tax_identification_number', seller.vatId === null && categories.some(needsVatId)),
  ];
}

/** A buyer that owes the tax needs a number for it, or at least one of a register (BR-AE-02, BR-IC-02). */
export function buyerFaults(buyer: TradeParty, profile: Profile, categories: readonly VatCategory[]): PartyFault[] {
  const isKnown = buyer.vatId !== null || (!categories.includes('K') && buyer.registration !== null);
  const mustBeKnown = categories.some((category) => category === 'AE' || category === 'K');
  return [
    ...commonFaults(buyer, profile),
    ...(mustBeKnown && !isKnown ? [{ field: 'tax_identification_number', code: 'value_is_mandatory' } as const] : []),
  ];
}

/** Between Germans, Peppol needs what XRechnung needs (DE-R-001 to DE-R-009). */
export const nationalProfile = (profile: Profile, countries: readonly (string | null)[]): Profile =>
  countries.every((country) => country === 'DE')
    ? { ...profile, needsContact: profile.addresses !== 'optional' }
    : profile;
