import type { BillingEntity, EmbeddedCustomer } from '@tollgate/contracts';
import type { DocumentContents, Entry } from '../tables/document-contents.js';
import { formatsOf, type Formats } from './formats.js';
import type { Labels } from './labels.js';
import { labelsOf, languageOf } from './languages.js';

/** The labels and formats of a document's language. */
export interface Language {
  labels: Labels;
  formats: Formats;
}

/** Selects the customer's language, else its issuer's. */
export function languageFor(customer: EmbeddedCustomer, issuer: BillingEntity): Language {
  const language = languageOf(customer.billing_configuration.document_locale ?? issuer.document_locale);
  return { labels: labelsOf(language), formats: formatsOf(language) };
}

interface Address {
  address_line1: string | null;
  address_line2: string | null;
  zipcode: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
}

const listed = (...lines: (string | null)[]): string[] =>
  lines.filter((line): line is string => line !== null && line.trim() !== '');

const addressLines = (address: Address, { formats }: Language): string[] =>
  listed(
    address.address_line1,
    address.address_line2,
    listed(address.zipcode, address.city).join(', '),
    address.state,
    address.country === null ? null : formats.country(address.country),
  );

const issuerLines = (issuer: BillingEntity, language: Language): string[] => [
  ...listed(issuer.legal_name || issuer.name, issuer.legal_number),
  ...addressLines(issuer, language),
  ...listed(issuer.email, issuer.tax_identification_number),
];

const customerLines = (customer: EmbeddedCustomer, language: Language): string[] => [
  ...listed(
    customer.legal_name ||
      customer.name ||
      listed(customer.firstname, customer.lastname).join(' ') ||
      customer.external_id,
    customer.legal_number,
  ),
  ...addressLines(customer, language),
  ...listed(customer.email, customer.tax_identification_number),
];

/** Builds the issuer and the recipient; self-billing swaps them. */
export function partiesOf(
  customer: EmbeddedCustomer,
  issuer: BillingEntity,
  language: Language,
  { selfBilled, toTitle }: { selfBilled: boolean; toTitle: string },
): Pick<DocumentContents, 'from' | 'to'> {
  const sides = [issuerLines(issuer, language), customerLines(customer, language)];
  const [from = [], to = []] = selfBilled ? sides.reverse() : sides;
  return { from: { title: language.labels.from, lines: from }, to: { title: toTitle, lines: to } };
}

/** Selects the customer's metadata for documents. */
export const notesOf = (customer: EmbeddedCustomer): Entry[] =>
  customer.metadata.filter((note) => note.display_in_invoice).map(({ key, value }) => ({ label: key, value }));

/** Builds the tax remarks of an issuer with EU tax management. @param codes of the taxes on the document */
export function taxRemarks(
  issuer: BillingEntity,
  codes: string[],
  { labels }: Language,
): DocumentContents['paragraphs'] {
  if (!issuer.eu_tax_management) return [];
  const remarks = [
    ...(codes.includes('svc_eu_tax_exempt') ? [labels.taxExempt] : []),
    ...(codes.includes('svc_eu_reverse_charge') ? [labels.reverseCharge] : []),
  ];
  return remarks.map((text) => ({ title: null, text }));
}
