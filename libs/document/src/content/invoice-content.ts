import type { BillingEntity, SingleInvoice } from '@tollgate/contracts';
import type { DocumentContents } from '../tables/document-contents.js';
import type { BillingFacts } from './billing-facts.js';
import { daysText } from './fee-names.js';
import { invoiceBody, type InvoiceBody } from './fee-tables.js';
import { filled, type Labels } from './labels/labels.js';
import { legalTexts } from './legal-texts.js';
import { endOf, languageFor, notesOf, partiesOf, type Language } from './parties.js';
import { paymentPartOf } from './payment-part.js';
import { deductedText, supplyEntries } from './references.js';
import { taxReasons } from './tax-reasons.js';
import { invoiceTotals } from './totals.js';

/** Countries whose law requires the title "tax invoice". */
const countriesOfTaxInvoices = ['AU', 'AE', 'NZ', 'ID', 'SG'];

/** Builds the content of an invoice (webhooks, section 8.1). */
export function buildInvoiceContent(
  invoice: SingleInvoice,
  issuer: BillingEntity,
  facts: BillingFacts,
): DocumentContents {
  const { customer, currency } = invoice;
  const language = languageFor(customer, issuer);
  const { labels, formats } = language;
  return {
    ...endOf(invoice.self_billed ? labels.selfBillingNotice : issuer.invoice_footer, issuer, language),
    title: titleOf(invoice, issuer, labels),
    head: [
      { label: labels.number, value: invoice.number },
      ...(invoice.purchase_order_number === null
        ? []
        : [{ label: labels.purchaseOrder, value: invoice.purchase_order_number }]),
      { label: labels.issueDate, value: formats.day(invoice.issuing_date) },
      ...supplyEntries(invoice, facts, language),
      { label: labels.paymentTerm, value: daysText(invoice.net_payment_term, language) },
    ],
    notes: notesOf(customer),
    ...partiesOf(customer, issuer, language, { selfBilled: invoice.self_billed, toTitle: labels.billTo }),
    amount: {
      label: labels.amountDue,
      value: formats.moneyWithCode(invoice.total_amount_cents, currency),
      remark: `${labels.due} ${formats.day(invoice.payment_due_date)}`,
    },
    ...bodyOfInvoice(invoice, language, facts),
    totals: invoiceTotals(invoice, language, facts),
    taxes: null,
    taxReasons: taxReasonsOf(invoice, issuer, language),
    payment: paymentPartOf(invoice, issuer, { language, facts }),
    paragraphs: paragraphsOf(invoice, issuer, { facts, language }),
  };
}

/** Why taxes are not charged, also for its receipt. */
export const taxReasonsOf = (invoice: SingleInvoice, issuer: BillingEntity, language: Language): string[] =>
  taxReasons(invoice.applied_taxes, issuer, { language, sellsCredits: invoice.invoice_type === 'credit' });

/** The body of an invoice, also for its receipt. */
export function bodyOfInvoice(invoice: SingleInvoice, language: Language, facts: BillingFacts): InvoiceBody {
  return invoiceBody(invoice, { language, facts, taxed: invoice.invoice_type !== 'credit' });
}

function titleOf(invoice: SingleInvoice, issuer: BillingEntity, labels: Labels): string {
  const isTaxInvoice = countriesOfTaxInvoices.includes(issuer.country ?? '');
  if (invoice.self_billed) return labels.selfBillingInvoice;
  if (invoice.invoice_type === 'credit') return labels.advanceInvoice;
  if (invoice.invoice_type === 'advance_charges') return isTaxInvoice ? labels.paidTaxInvoice : labels.paidInvoice;
  return isTaxInvoice ? labels.taxInvoice : labels.invoice;
}

function paragraphsOf(
  invoice: SingleInvoice,
  issuer: BillingEntity,
  { facts, language }: { facts: BillingFacts; language: Language },
): DocumentContents['paragraphs'] {
  const deducted = deductedText(facts.deducted.get(invoice.svc_id) ?? [], language);
  return [
    ...(deducted === null ? [] : [{ title: null, text: deducted }]),
    ...thresholdSentence(invoice, language),
    ...legalTexts(invoice, issuer, language).map(({ text }) => ({ title: null, text })),
    ...invoice.applied_invoice_custom_sections.map((section) => ({
      title: section.display_name,
      text: section.details ?? '',
    })),
  ];
}

/** Explains a progressive invoice by its highest threshold (webhooks, section 8.1). */
function thresholdSentence(invoice: SingleInvoice, { labels, formats }: Language): DocumentContents['paragraphs'] {
  if (invoice.invoice_type !== 'progressive_billing') return [];
  const passed = [...invoice.applied_usage_thresholds].sort(
    (one, other) => other.usage_threshold.amount_cents - one.usage_threshold.amount_cents,
  );
  return passed.slice(0, 1).map(({ lifetime_usage_amount_cents: usage, usage_threshold: threshold }) => ({
    title: null,
    text: filled(labels.usageReached, {
      usage: formats.money(usage, invoice.currency),
      threshold: formats.money(threshold.amount_cents, invoice.currency),
    }),
  }));
}
