import {
  publishedProvider,
  type BillingEntity,
  type Invoice,
  type PaymentReceipt,
  type SingleInvoice,
} from '@tollgate/contracts';
import type { ContentRow, ContentTable, DocumentContents, Entry } from '../tables/document-contents.js';
import type { BillingFacts } from './billing-facts.js';
import { bodyOfInvoice, taxReasonsOf } from './invoice-content.js';
import type { Labels } from './labels/labels.js';
import { endOf, languageFor, notesOf, partiesOf, type Language } from './parties.js';
import { plainTotal } from './totals.js';

/** The invoices of a payment. */
export interface PaidInvoices {
  /** At least one. */
  invoices: Invoice[];
  /** The invoice in full; null for a payment request. */
  single: SingleInvoice | null;
}

/**
 * Builds the content of a receipt (webhooks, section 8.4): what was paid, how, and what remains, on one page. The body
 * of a single paid invoice follows on pages of its own.
 */
export function buildReceiptContent(
  receipt: PaymentReceipt,
  { invoices, single }: PaidInvoices,
  issuer: BillingEntity,
  facts: BillingFacts,
): DocumentContents {
  const [first] = invoices;
  if (!first) throw new Error(`payment receipt ${receipt.svc_id} has no invoice`);
  const { payment } = receipt;
  const { customer } = first;
  const language = languageFor(customer, issuer);
  const { labels, formats } = language;
  const paidOn = formats.dayOf(payment.created_at, customer.applicable_timezone);
  const amount = formats.money(payment.amount_cents, payment.amount_currency);
  const remaining = formats.money(sumOf(invoices, 'total_due_amount_cents'), payment.amount_currency);
  return {
    ...endOf(issuer.invoice_footer, issuer, language),
    title: labels.receipt,
    head: [
      { label: labels.number, value: receipt.number },
      { label: labels.invoiceNumber, value: numbersOf(invoices) },
      ...entry(labels.paymentMethod, methodOf(receipt, facts, labels)),
      ...entry(labels.transferReference, payment.reference),
      { label: labels.paidOn, value: paidOn },
      { label: labels.remainingDue, value: remaining },
    ],
    notes: notesOf(customer),
    ...partiesOf(customer, issuer, language, { selfBilled: false, toTitle: labels.receivedFrom }),
    amount: {
      label: labels.amountPaid,
      value: formats.moneyWithCode(payment.amount_cents, payment.amount_currency),
      remark: `${labels.paidOn} ${paidOn}`,
    },
    tables: [tableOfInvoices(invoices, language)],
    details: single ? bodyOf(single, language, facts) : [],
    totals: [
      plainTotal(labels.total, formats.money(sumOf(invoices, 'total_amount_cents'), first.currency)),
      { ...plainTotal(labels.amountPaid, amount), strong: true },
      plainTotal(labels.remainingDue, remaining),
    ],
    taxes: null,
    taxReasons: single ? taxReasonsOf(single, issuer, language) : [],
    payment: null,
    paragraphs: [],
  };
}

/** The head names some invoices of a payment request; the table lists all of them. */
const mostNumbers = 5;

function numbersOf(invoices: Invoice[]): string {
  const numbers = invoices.slice(0, mostNumbers).map((invoice) => invoice.number);
  return [...numbers, ...(invoices.length > mostNumbers ? ['…'] : [])].join(', ');
}

const entry = (label: string, value: string | null): Entry[] => (value ? [{ label, value }] : []);

const sumOf = (invoices: Invoice[], field: 'total_amount_cents' | 'total_due_amount_cents'): number =>
  invoices.reduce((sum, invoice) => sum + invoice[field], 0);

/** The card of a payment (`Visa **** 4242`), else the provider that made it (`Stripe`), else that people entered it. */
function methodOf({ payment }: PaymentReceipt, { cards }: BillingFacts, labels: Labels): string | null {
  const { type, payment_method_id: methodId, payment_provider_type: provider } = payment;
  if (type === 'manual') return labels.manualPayment;
  const card = cards.get(methodId ?? '');
  if (card) return `${capitalized(card.brand)} **** ${card.last4}`;
  return provider && (publishedProvider(provider)?.title ?? capitalized(provider));
}

const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** The paid invoices with their totals and what remains of each. */
function tableOfInvoices(invoices: Invoice[], { labels, formats }: Language): ContentTable {
  const rows = invoices.map((invoice): ContentRow => {
    const money = (cents: number) => formats.money(cents, invoice.currency);
    const { number, issuing_date: day, total_amount_cents: total, total_due_amount_cents: due } = invoice;
    return { kind: 'line', level: 0, cells: [number, formats.day(day), money(total), money(due)], remarks: [] };
  });
  return {
    title: null,
    columns: [labels.invoiceNumber, labels.issueDate, labels.total, labels.remainingDue],
    groups: [{ title: null, rows }],
  };
}

/** The tables of an invoice, under its number. */
function bodyOf(invoice: SingleInvoice, language: Language, facts: BillingFacts): ContentTable[] {
  const { tables, details } = bodyOfInvoice(invoice, language, facts);
  const name = `${language.labels.invoice} ${invoice.number}`;
  const titled = tables.map((table) => ({ ...table, title: table.title === null ? name : `${name} – ${table.title}` }));
  return [...titled, ...details];
}
