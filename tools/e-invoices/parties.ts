// Issuers and customers of made documents: complete, so that each format can be written.
import {
  noCustomerEinvoicing,
  noIssuerEinvoicing,
  noLegalMentions,
  type BillingEntity,
  type IssuerEinvoicingSettings,
  type LegalMentions,
} from '@tollgate/contracts';
import { noFacts, type InvoiceSource, type Issuing } from '@tollgate/document/e-invoices';
import type { Random } from '@tollgate/simulate/random';

export type Account = Pick<BillingEntity, 'bank_account_iban' | 'bank_account_bic' | 'bank_account_holder'>;
export type Customer = InvoiceSource['customer'];

interface Place {
  country: string;
  city: string;
  zipcode: string;
  vat: string | null;
  legal: string | null;
}

/** Numbers are made up, but have right check digits where a validator checks them. */
const places: Record<string, Place> = {
  DE: { country: 'DE', city: 'Berlin', zipcode: '10115', vat: 'DE123456788', legal: 'HRB 1234 B' },
  FR: { country: 'FR', city: 'Paris', zipcode: '75002', vat: 'FR 32 123456789', legal: '123 456 789' },
  BE: { country: 'BE', city: 'Gent', zipcode: '9000', vat: 'BE 0123.456.749', legal: '0123.456.749' },
  AT: { country: 'AT', city: 'Wien', zipcode: '1010', vat: 'ATU12345675', legal: null },
  LU: { country: 'LU', city: 'Luxembourg', zipcode: '1111', vat: 'LU12345613', legal: 'B123456' },
  PL: { country: 'PL', city: 'Łódź', zipcode: '90-001', vat: 'PL1234567890', legal: null },
  NL: { country: 'NL', city: 'Utrecht', zipcode: '3511 AA', vat: 'NL123456789B12', legal: '12345678' },
  ES: { country: 'ES', city: 'Las Palmas', zipcode: '35001', vat: 'ESX1234567X', legal: null },
  DK: { country: 'DK', city: 'København', zipcode: '1050', vat: 'DK12345678', legal: '12345678' },
  SE: { country: 'SE', city: 'Malmö', zipcode: '211 20', vat: 'SE556732170701', legal: '556732-1707' },
  IT: { country: 'IT', city: 'Milano', zipcode: '20121', vat: 'IT12345670785', legal: 'MI-1234567' },
  GR: { country: 'GR', city: 'Αθήνα', zipcode: '105 57', vat: 'EL123456789', legal: null },
  NO: { country: 'NO', city: 'Oslo', zipcode: '0150', vat: 'NO991825827MVA', legal: '991 825 827' },
  US: { country: 'US', city: 'New York', zipcode: '10001', vat: '12-3456789', legal: null },
  JP: { country: 'JP', city: '東京都千代田区', zipcode: '100-0001', vat: null, legal: null },
};

export const issuerCountries = ['DE', 'FR', 'BE', 'AT', 'LU'] as const;
export const customerCountries = 'DE FR BE PL NL ES DK SE IT GR NO US JP'.split(' ');
/** Peppol has rules of its own for sellers of the others. */
export const sellerCountries: readonly string[] = ['DE', 'FR', 'BE', 'PL', 'ES'];

const placeOf = (country: string): Place => places[country] as Place;

const addressOf = ({ country, city, zipcode, vat, legal }: Place) => ({
  address_line1: '1 <Main> Street & Co',
  address_line2: country === 'FR' ? 'Bâtiment "C"' : null,
  city,
  zipcode,
  state: country === 'US' ? 'NY' : null,
  country,
  tax_identification_number: vat,
  legal_number: legal,
});

/** All mentions of French law. */
const frenchMentions: LegalMentions = {
  late_penalty_rate: 12.15,
  recovery_indemnity: null,
  no_early_payment_discount: true,
  vat_on_debits: true,
  operation_category: 'services',
};

const issuerOf = (
  country: string,
  { locale, hasTaxNumber }: { locale: string; hasTaxNumber: boolean },
): BillingEntity =>
  ({
    code: `nimbus-${country.toLowerCase()}`,
    name: 'Nimbus',
    legal_name: 'Nimbus – Wolken & Söhne',
    email: 'billing@nimbus.example',
    phone: '+49 30 1234567',
    document_locale: locale,
    ...addressOf(placeOf(country)),
    payment_terms: null,
    einvoicing_settings: noIssuerEinvoicing,
    legal_mentions: country === 'FR' ? frenchMentions : { ...noLegalMentions, late_penalty_rate: 9.12 },
    ...(hasTaxNumber ? { tax_identification_number: '12/345/67890' } : {}),
  }) as unknown as BillingEntity;

/** Electronic addresses outside Europe have no VAT number to follow from. */
const globalLocation = { electronic_address: '4035811991014', electronic_address_scheme: '0088' };
const electronicAddressOf = (country: string) =>
  ['US', 'JP'].includes(country) ? globalLocation : { electronic_address: null, electronic_address_scheme: null };

export const customerOf = (country: string, locale: string): Customer =>
  ({
    svc_id: '11111111-1111-4111-8111-111111111111',
    external_id: `acme/${country}`,
    name: 'Acme 🚀 <Ltd>',
    firstname: country === 'US' ? 'Ada' : null,
    lastname: country === 'US' ? 'Lovelace' : null,
    legal_name: country === 'US' ? null : 'Acme SA',
    email: 'ap@acme.example,cfo@acme.example',
    phone: '+33 1 23 45 67 89',
    shipping_address: { ...addressOf(placeOf(country)), country: null },
    applicable_timezone: 'Europe/Paris',
    billing_configuration: { document_locale: locale },
    metadata: [],
    ...addressOf(placeOf(country)),
  }) as unknown as Customer;

const droppable = [
  'city',
  'zipcode',
  'country',
  'email',
  'phone',
  'tax_identification_number',
  'legal_number',
  'address_line1',
] as const;

/** Without some fields: where nothing that a format needs is missing, its file must be valid all the same. */
export const incomplete = <T extends object>(random: Random, party: T): T => ({
  ...party,
  ...Object.fromEntries(random.some(droppable, 0.2).map((field) => [field, null])),
});

/** The settings of both sides. @param country the issuer's */
export function issuingFrom(
  country: string,
  {
    customer,
    locale,
    hasTaxNumber,
    account,
    settings,
  }: {
    customer: string;
    locale: string;
    hasTaxNumber: boolean;
    account: Account;
    settings: Partial<IssuerEinvoicingSettings>;
  },
): Issuing {
  return {
    issuer: { ...issuerOf(country, { locale, hasTaxNumber }), ...account },
    issuerSettings: { ...noIssuerEinvoicing, ...(hasTaxNumber ? globalLocation : {}), ...settings },
    customerSettings: { ...noCustomerEinvoicing, ...electronicAddressOf(customer) },
    facts: noFacts,
  };
}
