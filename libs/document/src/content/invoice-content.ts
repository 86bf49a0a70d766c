import type { BillingEntity, SingleInvoice } from '@tollgate/contracts';
import type { DocumentContents, Entry } from '../tables/document-contents.js';
import { feeTables } from './fee-tables.js';
import type { Labels } from './labels.js';
import { languageFor, notesOf, partiesOf, taxRemarks, type Language } from './parties.js';

/** Countries whose law requires the title "tax invoice". */
const countriesOfTaxInvoices = ['AU', 'AE', 'NZ', 'ID', 'SG'];

/** Builds the content of an invoice (webhooks, section 8.1). */
export function buildInvoiceContent(invoice: SingleInvoice, issuer: BillingEntity): DocumentContents {
  const { customer, currency } = invoice;
  const language = languageFor(customer, issuer);
  const { labels, formats } = language;
  const taxCodes = invoice.applied_taxes.map((tax) => tax.tax_code);
  return {
    title: titleOf(invoice, issuer, labels),
    head: [
      { label: labels.number, value: invoice.number },
      ...(invoice.purchase_order_number === null
        ? []
        : [{ label: labels.purchaseOrder, value: invoice.purchase_order_number }]),
      { label: labels.issueDate, value: formats.day(invoice.issuing_date) },
      { label: labels.paymentTerm, value: `${invoice.net_payment_term} ${labels.days}` },
    ],
    notes: notesOf(customer),
    ...partiesOf(customer, issuer, language, { selfBilled: invoice.self_billed, toTitle: labels.billTo }),
    amount: {
      value: formats.money(invoice.total_amount_cents, currency),
      remark: `${labels.due} ${formats.day(invoice.payment_due_date)}`,
    },
    tables: feeTables(invoice, language),
    totals: totalsOf(invoice, language),
    paragraphs: [
      ...taxRemarks(issuer, taxCodes, language),
      ...invoice.applied_invoice_custom_sections.map((section) => ({
        title: section.display_name,
        text: section.details ?? '',
      })),
    ],
    footer: invoice.self_billed ? labels.selfBillingNotice : issuer.invoice_footer,
  };
}

function titleOf(invoice: SingleInvoice, issuer: BillingEntity, labels: Labels): string {
  if (invoice.self_billed) return labels.selfBillingInvoice;
  if (invoice.invoice_type === 'credit') return labels.advanceInvoice;
  if (invoice.invoice_type === 'advance_charges') return labels.paidInvoice;
  return countriesOfTaxInvoices.includes(issuer.country ?? '') ? labels.taxInvoice : labels.invoice;
}

/** Builds deductions, taxes and the total, in the order of their computation (invoices, section 3). */
function totalsOf(invoice: SingleInvoice, { labels, formats }: Language): Entry[] {
  const money = (cents: number) => formats.money(cents, invoice.currency);
  const less = (label: string, cents: number): Entry[] => (cents === 0 ? [] : [{ label, value: money(-cents) }]);
  const coupons = invoice.credits.filter((credit) => credit.item.type === 'coupon');
  return [
    ...less(labels.alreadyBilled, invoice.progressive_billing_credit_amount_cents),
    ...coupons.flatMap((credit) => less(`${labels.coupon}: ${credit.item.name}`, credit.amount_cents)),
    { label: labels.subtotal, value: money(invoice.sub_total_excluding_taxes_amount_cents) },
    ...taxEntries(invoice, labels, formats.rate.bind(formats), money),
    { label: labels.subtotalWithTax, value: money(invoice.sub_total_including_taxes_amount_cents) },
    ...less(labels.creditNotes, invoice.credit_notes_amount_cents),
    ...less(labels.prepaidCredits, invoice.prepaid_credit_amount_cents),
    { label: labels.total, value: money(invoice.total_amount_cents) },
  ];
}

/** Lists taxes, highest rate first. */
function taxEntries(
  { applied_taxes: taxes, invoice_type: type }: SingleInvoice,
  labels: Labels,
  rate: (percent: number) => string,
  money: (cents: number) => string,
): Entry[] {
  if (type === 'credit') return [];
  if (taxes.length === 0) return [{ label: `${labels.tax} (0%)`, value: money(0) }];
  return [...taxes]
    .sort((one, other) => other.tax_rate - one.tax_rate)
    .map((tax) => ({
      label: `${tax.tax_name} (${rate(tax.tax_rate)} × ${money(tax.fees_amount_cents)})`,
      value: money(tax.amount_cents),
    }));
}
