import type { CreditNote, SingleInvoice } from '@tollgate/contracts';
import type { Entry } from '../tables/document-contents.js';
import type { BillingFacts, ReferredInvoice } from './billing-facts.js';
import {
  billedDocument,
  periodText,
  supplyDays,
  wholePeriod,
  type BilledDocument,
  type Days,
} from './billing-periods.js';
import type { Language } from './parties.js';

/** Kinds of invoices without billing periods. */
export const isSale = ({ invoice_type: type }: Pick<SingleInvoice, 'invoice_type'>): boolean =>
  type === 'one_off' || type === 'add_on' || type === 'credit';

/** The days of supply of a sale: the period of its items; null where at least one has none. */
export function saleDays(invoice: SingleInvoice, facts: BillingFacts): Days | null {
  const days = invoice.fees.map(supplyDays(billedDocument(invoice), facts));
  return days.includes(null) ? null : wholePeriod(days);
}

/**
 * The date of supply of a sale: the period of its items, else the issue date in words (webhooks, section 8.1). The
 * groups of other invoices have their periods.
 */
export function supplyEntries(invoice: SingleInvoice, facts: BillingFacts, { labels, formats }: Language): Entry[] {
  if (!isSale(invoice)) return [];
  const days = invoice.fees.map(supplyDays(billedDocument(invoice), facts));
  const whole = saleDays(invoice, facts);
  const hasSome = days.some((period) => period !== null);
  const words = hasSome ? labels.supplyOfItems : labels.supplyAtIssue;
  return [{ label: labels.supplyDate, value: whole ? periodText(whole, formats) : words }];
}

/** The days of the items that a credit note corrects: in the periods of their invoice, else its issue date. */
export function correctedDays(note: CreditNote, facts: BillingFacts): Days | null {
  const invoice = facts.corrected.get(note.svc_invoice_id);
  const daysOf = supplyDays(correctedDocument(note, facts), facts);
  const whole = wholePeriod(note.items.map(({ fee }) => fee && daysOf(fee)));
  return whole ?? (invoice ? { from: invoice.issuingDate, to: invoice.issuingDate } : null);
}

/** The invoice of a credit note, as the periods of its fees need it. */
export function correctedDocument(note: CreditNote, { corrected }: BillingFacts): BilledDocument {
  const invoice = corrected.get(note.svc_invoice_id);
  return {
    type: invoice?.type ?? 'subscription',
    createdAt: invoice?.createdAt ?? note.created_at,
    zone: note.customer.applicable_timezone,
  };
}

/** The invoice of a credit note with its date, and what the note corrects (webhooks, section 8.3). */
export function correctionEntries(note: CreditNote, facts: BillingFacts, { labels, formats }: Language): Entry[] {
  const invoice = facts.corrected.get(note.svc_invoice_id);
  const days = correctedDays(note, facts);
  return [
    { label: labels.invoiceNumber, value: note.invoice_number },
    ...(invoice ? [{ label: labels.invoiceDate, value: formats.day(invoice.issuingDate) }] : []),
    ...(days ? [{ label: labels.correctedPeriod, value: periodText(days, formats) }] : []),
    ...(invoice?.purchaseOrder ? [{ label: labels.purchaseOrder, value: invoice.purchaseOrder }] : []),
  ];
}

/** Names the invoices that an invoice deducts: `Deducted invoices: NIM-001 (Jan 11, 2024)`; null without any. */
export function deductedText(invoices: readonly ReferredInvoice[], { labels, formats }: Language): string | null {
  if (invoices.length === 0) return null;
  const names = invoices.map(({ number, issuingDate }) => `${number} (${formats.day(issuingDate)})`);
  return `${labels.deductedInvoices}: ${names.join(', ')}`;
}
