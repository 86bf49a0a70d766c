import type { BillingEntity } from '@tollgate/contracts';
import { isReasonOf } from './code-lists.js';
import { isIban } from './document-parts.js';
import { isAddressScheme, isPeppolScheme, isWellFormed } from './identifiers.js';
import type { EInvoice, TradeParty, VatCategory } from './model.js';
import { electronicAddressOf, formatsFor, profiles, type Profile } from './profiles.js';
import type { IssuerEInvoiceSettings, ProfileName } from './sources.js';
import { issuerParty } from './trade-parties.js';

/** A field of the issuer or customer that a format needs, by its name in the interface. */
export interface MissingField {
  of: 'issuer' | 'customer';
  field: string;
  code: 'value_is_mandatory' | 'value_is_invalid' | 'country_not_supported';
}

type Fault = Omit<MissingField, 'of'>;

const mandatory = (fields: Record<string, unknown>): Fault[] =>
  Object.entries(fields)
    .filter(([, value]) => value === null)
    .map(([field]) => ({ field, code: 'value_is_mandatory' }));

const invalid = (field: string, isInvalid: boolean): Fault[] =>
  isInvalid ? [{ field, code: 'value_is_invalid' }] : [];

/** Sellers of these countries have rules of their own in Peppol, which the writer does not know. */
const countriesWithOwnPeppolRules = new Set(['DK', 'GR', 'IS', 'IT', 'NL', 'NO', 'SE']);

function addressFaults(party: TradeParty, profile: Profile): Fault[] {
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
function commonFaults(party: TradeParty, profile: Profile): Fault[] {
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
function sellerFaults(seller: TradeParty, profile: Profile, categories: readonly VatCategory[]): Fault[] {
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
function buyerFaults(buyer: TradeParty, profile: Profile, categories: readonly VatCategory[]): Fault[] {
  const isKnown = buyer.vatId !== null || (!categories.includes('K') && buyer.registration !== null);
  const mustBeKnown = categories.some((category) => category === 'AE' || category === 'K');
  return [
    ...commonFaults(buyer, profile),
    ...(mustBeKnown && !isKnown ? [{ field: 'tax_identification_number', code: 'value_is_mandatory' } as const] : []),
  ];
}

/** Between Germans, Peppol needs what XRechnung needs (DE-R-001 to DE-R-009). */
const nationalProfile = (profile: Profile, countries: readonly (string | null)[]): Profile =>
  countries.every((country) => country === 'DE')
    ? { ...profile, needsContact: profile.addresses !== 'optional' }
    : profile;

/** Fields without which a document's file would be invalid; empty if nothing is missing. */
export function missingFields(model: EInvoice, profileName: ProfileName): MissingField[] {
  const countries = [model.seller, model.buyer].map(({ address }) => address.country);
  const profile = nationalProfile(profiles[profileName], countries);
  const categories = model.vat.map(({ category }) => category);
  const [seller, buyer] = model.isSelfBilled ? (['customer', 'issuer'] as const) : (['issuer', 'customer'] as const);
  return [
    ...sellerFaults(model.seller, profile, categories).map((fault) => ({ of: seller, ...fault })),
    ...buyerFaults(model.buyer, profile, categories).map((fault) => ({ of: buyer, ...fault })),
  ];
}

/**
 * Fields that an issuer must fill before it switches e-invoicing on: those of each format that its customers may get.
 * A later document can still lack fields of its customer.
 * @param customerCountries countries that change the format; Belgium does
 */
export function missingIssuerFields(
  issuer: BillingEntity,
  settings: IssuerEInvoiceSettings,
  customerCountries: readonly (string | null)[] = [null],
): Fault[] {
  const formats = customerCountries.map((country) => formatsFor(issuer.country, country, settings));
  const names = new Set(formats.flatMap(({ embedded, file }) => [embedded, file]).filter((name) => name !== null));
  if (issuer.country === null) return mandatory({ country: null });
  if (names.size === 0) return [{ field: 'country', code: 'country_not_supported' }];
  const seller = issuerParty({ issuer, issuerSettings: settings });
  const faults = [
    ...[...names].flatMap((name) => sellerFaults(seller, nationalProfile(profiles[name], [issuer.country]), ['S'])),
    ...accountFaults(settings),
    ...reasonFaults(settings),
  ];
  return faults.filter(
    ({ field, code }, place) => faults.findIndex((each) => each.field === field && each.code === code) === place,
  );
}

/** A number that begins like an IBAN must be one. */
function accountFaults({ bank_account: account, bank_bic: bic }: IssuerEInvoiceSettings): Fault[] {
  return [
    ...invalid('bank_account', account !== null && /^\s*[A-Za-z]{2}\d{2}/.test(account) && !isIban(account)),
    ...invalid('bank_bic', bic !== null && !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic.replace(/\s/g, ''))),
  ];
}

/** Only exemptions have a choice of codes, and need a text (BR-E-10). */
const reasonFaults = ({ zero_taxes: taxes }: IssuerEInvoiceSettings): Fault[] =>
  invalid(
    'zero_taxes',
    Object.values(taxes).some(
      ({ category, reason_code: code, reason }) =>
        category === 'E' && (!isReasonOf('E', { code: code || null, text: '' }) || (!code && !reason)),
    ),
  );
