import type { BillingEntity, EmbeddedCustomer } from '@tollgate/contracts';
import { defaultTheme, type DocumentContents, type Entry, type Party } from '../tables/document-contents.js';
import { addressLines, listed } from './addresses.js';
import { formatsOf, type Formats } from './formats.js';
import type { Labels } from './labels/labels.js';
import { labelsOf, languageOf } from './languages.js';

/** The labels and formats of a document's language. */
export interface Language {
  labels: Labels;
  formats: Formats;
}

/** Selects the customer's language, else its issuer's. */
export function languageFor(customer: EmbeddedCustomer, issuer: BillingEntity): Language {
  return languageNamed(customer.billing_configuration.document_locale ?? issuer.document_locale);
}

/** @param locale English replaces one without labels */
export function languageNamed(locale: string): Language {
  const language = languageOf(locale);
  return { labels: labelsOf(language), formats: formatsOf(language) };
}

type AnyParty = BillingEntity | EmbeddedCustomer;

function numbersOf(party: AnyParty, language: Language): Entry[] {
  const entry = (label: string, value: string | null): Entry[] => listed(value).map((text) => ({ label, value: text }));
  return [
    ...entry(language.labels.legalNumber, party.legal_number),
    ...entry(taxNumberLabel(party.country, language), party.tax_identification_number),
  ];
}

/** Names of tax numbers that the law or the custom of a country gives in any language. */
const taxNumberNames: Record<string, string> = {
  AU: 'ABN',
  CA: 'GST/HST no.',
  GB: 'VAT no.',
  IN: 'GSTIN',
  JP: '登録番号',
  NZ: 'GST no.',
  PL: 'NIP',
  SG: 'GST reg. no.',
};

/** Switzerland has a name in each of its languages. */
const swissNames: Record<string, string> = { de: 'UID/MWST-Nr.', fr: 'N° IDE/TVA', it: 'N. IDI/IVA' };

/** Countries without VAT. */
const withoutVat = ['US', 'HK'];

function taxNumberLabel(country: string | null, { labels, formats }: Language): string {
  if (country === null) return labels.taxNumber;
  if (country === 'CH') return swissNames[formats.locale.slice(0, 2)] ?? 'UID/VAT no.';
  return withoutVat.includes(country) ? labels.taxId : (taxNumberNames[country] ?? labels.taxNumber);
}

const partyOf = (party: AnyParty, name: string, language: Language): Omit<Party, 'title'> => ({
  name,
  lines: [...addressLines(party, language.formats), ...listed(party.email)],
  numbers: numbersOf(party, language),
});

/** The customer's name for documents. */
export const customerName = (customer: EmbeddedCustomer): string =>
  customer.legal_name ||
  customer.name ||
  listed(customer.firstname, customer.lastname).join(' ') ||
  customer.external_id;

/** Builds the issuer and the recipient; self-billing swaps them. */
export function partiesOf(
  customer: EmbeddedCustomer,
  issuer: BillingEntity,
  language: Language,
  { selfBilled, toTitle }: { selfBilled: boolean; toTitle: string },
): Pick<DocumentContents, 'from' | 'to'> {
  const seller = partyOf(issuer, issuer.legal_name || issuer.name, language);
  const buyer = partyOf(customer, customerName(customer), language);
  const [from, to] = selfBilled ? [buyer, seller] : [seller, buyer];
  return { from: { title: language.labels.from, ...from }, to: { title: toTitle, ...to } };
}

/** Selects the customer's metadata for documents. */
export const notesOf = (customer: EmbeddedCustomer): Entry[] =>
  customer.metadata.filter((note) => note.display_in_invoice).map(({ key, value }) => ({ label: key, value }));

/** The end of every document, the form of its page numbers, and its look. */
export const endOf = (footer: string | null, issuer: BillingEntity, { labels, formats }: Language) => ({
  version: 3 as const,
  theme: { paper: issuer.document_paper, accent: issuer.document_accent_color ?? defaultTheme.accent },
  language: formats.locale,
  footer,
  page: labels.page,
  mark: 'Powered by Tollgate',
});
