import type { BillingEntity, EmbeddedCustomer } from '@tollgate/contracts';
import type { DocumentContents, Entry } from '../tables/document-contents.js';
import { formatsOf, type Formats } from './formats.js';
import type { Labels } from './labels.js';
import { labelsOf, languageOf } from './languages.js';

/** In whose language a document is written, and how. */
export interface Language {
  labels: Labels;
  formats: Formats;
}

/** The customer's language, else its issuer's. */
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

/** Who issues and who receives; of a document that the customer issues itself it is the other way round. */
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

/** What customers want to see of themselves on their documents. */
export const notesOf = (customer: EmbeddedCustomer): Entry[] =>
  customer.metadata.filter((note) => note.display_in_invoice).map(({ key, value }) => ({ label: key, value }));

/** What an issuer that manages taxes of the EU has to say of them. @param codes of the taxes on the document */
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
