import type { BillingEntity, Invoice, PaymentReceipt } from '@tollgate/contracts';
import type { DocumentContents } from '../tables/document-contents.js';
import { languageFor, notesOf, partiesOf } from './parties.js';

/** Builds the content of a receipt with its paid invoices (webhooks, section 8.4). @param invoices at least one */
export function buildReceiptContent(
  receipt: PaymentReceipt,
  invoices: Invoice[],
  issuer: BillingEntity,
): DocumentContents {
  const [first] = invoices;
  if (!first) throw new Error(`payment receipt ${receipt.svc_id} has no invoice`);
  const { payment } = receipt;
  const { customer } = first;
  const language = languageFor(customer, issuer);
  const { labels, formats } = language;
  const money = (cents: number) => formats.money(cents, payment.amount_currency);
  const dueCents = invoices.reduce((sum, invoice) => sum + invoice.total_due_amount_cents, 0);
  const total = invoices.reduce((sum, invoice) => sum + invoice.total_amount_cents, 0);
  return {
    title: labels.receipt,
    head: [
      { label: labels.number, value: receipt.number },
      { label: labels.invoiceNumber, value: invoices.map((invoice) => invoice.number).join(', ') },
      { label: labels.paidOn, value: formats.dayOf(payment.created_at, customer.applicable_timezone) },
      ...(payment.reference ? [{ label: labels.paymentMethod, value: payment.reference }] : []),
    ],
    notes: notesOf(customer),
    ...partiesOf(customer, issuer, language, { selfBilled: false, toTitle: labels.billTo }),
    amount: {
      value: money(payment.amount_cents),
      remark: `${labels.paidOn} ${formats.dayOf(payment.created_at, customer.applicable_timezone)}`,
    },
    tables: [
      {
        title: null,
        columns: [labels.invoiceNumber, labels.issueDate, labels.amount],
        rows: invoices.map((invoice) => [
          invoice.number,
          formats.day(invoice.issuing_date),
          money(invoice.total_amount_cents),
        ]),
      },
    ],
    totals: [
      { label: labels.total, value: money(total) },
      { label: labels.amountPaid, value: money(payment.amount_cents) },
      { label: labels.remainingDue, value: money(dueCents) },
    ],
    paragraphs: [],
    footer: issuer.invoice_footer,
  };
}
