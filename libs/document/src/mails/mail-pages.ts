import type {
  BillingEntity,
  CreditNote,
  EmbeddedCustomer,
  Invoice,
  PaymentReceipt,
  PaymentRequest,
} from '@tollgate/contracts';
import { defaultAccent, type MailItem, type MailPage } from '@tollgate/platform';
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
function frameOf(customer: EmbeddedCustomer, { issuer, logo }: MailFrame) {
  const { labels } = languageFor(customer, issuer);
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
    links: [],
    closing: [...(issuer.email ? [language.say(words.questions, { email: issuer.email })] : []), words.regards, sender],
    footer: [mark],
  };
  return { labels, language, words, page };
}

const buttonOf = (words: MailWords, kind: keyof MailWords['view'], url: string | null) =>
  url === null ? null : { label: words.view[kind], url };

/** The mail of an issued invoice: the amount and its due date at a glance (webhooks, section 7). */
export function invoicePage(invoice: Invoice, document: MailDocument, frame: MailFrame): MailPage {
  const { labels, language, words, page } = frameOf(invoice.customer, frame);
  const amount = language.money(invoice.total_amount_cents, invoice.currency);
  const date = language.day(invoice.payment_due_date);
  const isPayable = invoice.total_due_amount_cents > 0 && !invoice.self_billed;
  const wording = invoice.self_billed ? 'selfBilled' : isPayable ? 'payable' : 'settled';
  const sentence = language.say(words.invoice[wording], { number: document.number, amount, date });
  return {
    ...page,
    subject: `${page.sender}: ${document.title} ${document.number}`,
    preheader: sentence,
    paragraphs: [sentence, words.attached],
    figure: { label: labels.total, value: amount, remark: isPayable ? language.say(words.payableBy, { date }) : '' },
    facts: [
      { label: document.title, value: document.number },
      { label: labels.issueDate, value: language.day(invoice.issuing_date) },
    ],
    button: buttonOf(words, 'invoice', frame.url),
  };
}

/** The mail of a credit note: what became of its amount (webhooks, section 7). */
export function creditNotePage(note: CreditNote, document: MailDocument, frame: MailFrame): MailPage {
  const { labels, language, words, page } = frameOf(note.customer, frame);
  const amount = language.money(note.total_amount_cents, note.currency);
  const values = { number: document.number, amount, invoice: note.invoice_number };
  const sentence = language.say(words.creditNote[useOf(note)], values);
  return {
    ...page,
    subject: `${page.sender}: ${document.title} ${document.number}`,
    preheader: sentence,
    paragraphs: [sentence, words.attached],
    figure: { label: labels.total, value: amount, remark: '' },
    facts: [
      { label: document.title, value: document.number },
      { label: labels.invoiceNumber, value: note.invoice_number },
      { label: labels.issueDate, value: language.day(note.issuing_date) },
    ],
    button: buttonOf(words, 'credit_note', frame.url),
  };
}

/** The only use of the amount; several uses, or none, show the issue. */
function useOf(note: CreditNote): keyof MailWords['creditNote'] {
  const uses = (
    [
      ['credited', note.credit_amount_cents],
      ['refunded', note.refund_amount_cents],
      ['offset', note.offset_amount_cents],
    ] as const
  ).filter(([, cents]) => cents > 0);
  return uses.length === 1 && uses[0] ? uses[0][0] : 'issued';
}

/** The mail of a receipt, with its paid invoices (webhooks, section 7). @param urls of the files of invoices, by number */
export function receiptPage(
  { payment }: PaymentReceipt,
  invoices: [Invoice, ...Invoice[]],
  document: MailDocument,
  frame: MailFrame & { urls: Map<string, string> },
): MailPage {
  const [{ customer }] = invoices;
  const { labels, language, words, page } = frameOf(customer, frame);
  const amount = language.money(payment.amount_cents, payment.amount_currency);
  const date = language.dayOf(payment.created_at, customer.applicable_timezone);
  const sentence = language.say(words.receipt, { number: document.number, amount, date });
  const dueCents = invoices.reduce((sum, invoice) => sum + invoice.total_due_amount_cents, 0);
  return {
    ...page,
    subject: `${page.sender}: ${document.title} ${document.number}`,
    preheader: sentence,
    paragraphs: [sentence, words.attached],
    figure: { label: labels.amountPaid, value: amount, remark: `${labels.paidOn}: ${date}` },
    facts: [
      { label: document.title, value: document.number },
      { label: labels.remainingDue, value: language.money(dueCents, payment.amount_currency) },
    ],
    items: invoices.map((invoice) => itemOf(invoice, invoice.total_amount_cents, language, frame.urls)),
    button: buttonOf(words, 'payment_receipt', frame.url),
  };
}

/** The mail that requests the payment of overdue invoices (webhooks, sections 7, 16 and 22). */
export function requestPage(
  request: PaymentRequest,
  step: keyof MailWords['request'],
  frame: Omit<MailFrame, 'url'> & { urls: Map<string, string> },
): MailPage {
  const { customer, invoices, amount_cents: cents, amount_currency: currency } = request;
  const { labels, language, words, page } = frameOf(customer, { ...frame, url: null });
  const amount = language.money(cents, currency);
  const sentence = language.say(words.request[step], { amount });
  const days = invoices[0]?.net_payment_term ?? 0;
  const term = days === 0 ? words.term.none : days === 1 ? words.term.one : words.term.many;
  const [first] = invoices;
  return {
    ...page,
    subject: `${page.sender}: ${labels.overdue}`,
    preheader: sentence,
    paragraphs: [sentence, language.say(term, { count: String(days) }), words.alreadyPaid],
    figure: { label: labels.overdue, value: amount, remark: '' },
    facts: [],
    items: invoices.map((invoice) => itemOf(invoice, invoice.total_due_amount_cents, language, frame.urls)),
    // Several invoices have a link each.
    button: buttonOf(words, 'invoice', invoices.length === 1 ? (frame.urls.get(first?.number ?? '') ?? null) : null),
  };
}

function itemOf(
  { number, currency }: Pick<Invoice, 'number' | 'currency'>,
  cents: number,
  language: MailLanguage,
  urls: Map<string, string>,
): MailItem {
  return { name: number, value: language.money(cents, currency), url: urls.get(number) ?? null };
}
