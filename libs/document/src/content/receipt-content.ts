import type { BillingEntity, Invoice, PaymentReceipt, SingleInvoice } from '@tollgate/contracts';
import type { ContentTable, DocumentContents, Total } from '../tables/document-contents.js';
import type { BillingFacts } from './billing-facts.js';
import { bodyOfInvoice, taxReasonsOf } from './invoice-content.js';
import { endOf, languageFor, notesOf, partiesOf, type Language } from './parties.js';
import { invoiceTotals, plainTotal } from './totals.js';

type Body = Pick<DocumentContents, 'tables' | 'details' | 'totals' | 'taxes' | 'taxReasons'>;

/** The invoices of a payment. */
export interface PaidInvoices {
  /** At least one. */
  invoices: Invoice[];
  /** The invoice in full; null for a payment request. */
  single: SingleInvoice | null;
}

/** Builds the content of a receipt with its paid invoices (webhooks, section 8.4). */
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
  const method = methodOf(receipt, facts);
  const body = single ? bodyOfPaid(single, issuer, { language, facts }) : bodyOfRequest(invoices, language);
  return {
    ...endOf(issuer.invoice_footer, issuer, language),
    title: labels.receipt,
    head: [
      { label: labels.number, value: receipt.number },
      { label: labels.invoiceNumber, value: numbersOf(invoices) },
      ...(method === null ? [] : [{ label: labels.paymentMethod, value: method }]),
      { label: labels.paidOn, value: paidOn },
    ],
    notes: notesOf(customer),
    ...partiesOf(customer, issuer, language, { selfBilled: false, toTitle: labels.billTo }),
    amount: {
      label: labels.amountPaid,
      value: formats.moneyWithCode(payment.amount_cents, payment.amount_currency),
      remark: `${labels.paidOn} ${paidOn}`,
    },
    ...body,
    totals: [...body.totals, ...paidTotals(receipt, invoices, language)],
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

/** The reference of a payment, else its card (`Visa **** 4242`), else the provider that made it (`Stripe`). */
function methodOf({ payment }: PaymentReceipt, { cards }: BillingFacts): string | null {
  const { reference, payment_method_id: methodId, payment_provider_type: provider } = payment;
  if (reference) return reference;
  const card = cards.get(methodId ?? '');
  if (card) return `${capitalized(card.brand)} **** ${card.last4}`;
  return provider && capitalized(provider);
}

const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

const bodyOfPaid = (
  invoice: SingleInvoice,
  issuer: BillingEntity,
  { language, facts }: { language: Language; facts: BillingFacts },
): Body => ({
  ...bodyOfInvoice(invoice, language, facts),
  totals: invoiceTotals(invoice, language, facts),
  taxes: null,
  taxReasons: taxReasonsOf(invoice, issuer, language),
});

/** The invoices of a payment request. */
function bodyOfRequest(invoices: Invoice[], { labels, formats }: Language): Body {
  const table: ContentTable = {
    title: null,
    columns: [labels.invoiceNumber, labels.issueDate, labels.amount],
    groups: [
      {
        title: null,
        rows: invoices.map((invoice) => ({
          kind: 'line',
          level: 0,
          cells: [
            invoice.number,
            formats.day(invoice.issuing_date),
            formats.money(invoice.total_amount_cents, invoice.currency),
          ],
          remarks: [],
        })),
      },
    ],
  };
  const cents = invoices.reduce((sum, invoice) => sum + invoice.total_amount_cents, 0);
  const currency = invoices[0]?.currency ?? '';
  return {
    tables: [table],
    details: [],
    totals: [{ ...plainTotal(labels.total, formats.money(cents, currency)), strong: true }],
    taxes: null,
    taxReasons: [],
  };
}

function paidTotals({ payment }: PaymentReceipt, invoices: Invoice[], { labels, formats }: Language): Total[] {
  const dueCents = invoices.reduce((sum, invoice) => sum + invoice.total_due_amount_cents, 0);
  const line = (label: string, cents: number): Total =>
    plainTotal(label, formats.money(cents, payment.amount_currency));
  return [{ ...line(labels.amountPaid, payment.amount_cents), strong: true }, line(labels.remainingDue, dueCents)];
}
