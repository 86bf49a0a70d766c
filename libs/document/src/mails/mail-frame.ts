import { textIn, type BillingEntity, type EmbeddedCustomer, type Invoice } from '@tollgate/contracts';
import { defaultAccent, type MailItem } from '@tollgate/platform';
import { languageFor } from '../content/parties.js';
import { MailLanguage } from './words/mail-language.js';
import type { MailWords } from './words/words.js';

/** The common parts of an issuer's mails. */
export interface MailFrame {
  issuer: BillingEntity;
  /** A PNG file. */
  logo: Buffer | null;
  /** The address of the document. */
  url: string | null;
  /** Whether its e-invoice is attached. */
  hasXml: boolean;
}

/** A document for its mail. */
export interface MailDocument {
  title: string;
  number: string;
}

/** The issuer's name for customers. */
export const issuerName = ({ legal_name: legalName, name }: BillingEntity): string => legalName || name;

/** The name by which a mail greets a customer. */
export function greetedName({ name, firstname, lastname, legal_name: legal, external_id: id }: EmbeddedCustomer) {
  const person = [firstname, lastname].filter((part) => part).join(' ');
  return name || person || legal || id;
}

const mark = 'Powered by Tollgate';

/** The parts of a page that do not depend on its kind. */
export function frameOf(customer: EmbeddedCustomer, { issuer, logo }: Pick<MailFrame, 'issuer' | 'logo'>) {
  const papers = languageFor(customer, issuer);
  const language = MailLanguage.of(customer.billing_configuration.document_locale ?? issuer.document_locale);
  const { words } = language;
  const sender = issuerName(issuer);
  const page = {
    language: language.locale,
    sender,
    logo: logo ? { png: logo, alt: sender } : null,
    accent: issuer.document_accent_color ?? defaultAccent,
    greeting: language.say(words.greeting, { customer: greetedName(customer) }),
    items: [],
    section: null,
    links: [],
    closing: [...(issuer.email ? [language.say(words.questions, { email: issuer.email })] : []), words.regards, sender],
    footer: [mark],
  };
  const text = textIn(language.locale, issuer.email_text, issuer.email_text_translations);
  return { labels: papers.labels, papers, language, words, page, own: text ? [text] : [] };
}

/** The button that opens a document; null without its address. */
export const buttonOf = (words: MailWords, kind: keyof MailWords['view'], url: string | null) =>
  url === null ? null : { label: words.view[kind], url };

/** A row of an invoice with an amount and a link. */
export function itemOf(
  { number, currency }: Pick<Invoice, 'number' | 'currency'>,
  cents: number,
  language: MailLanguage,
  urls: Map<string, string>,
): MailItem {
  return { name: number, value: language.money(cents, currency), url: urls.get(number) ?? null, remark: '' };
}
