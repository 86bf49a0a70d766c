import type { BillingEntity, SingleInvoice } from '@tollgate/contracts';
import { filled } from './labels/labels.js';
import type { Language } from './parties.js';
import { isToPay } from './payment-part.js';

/** A sentence that the law requires, and its subject in an e-invoice (UNTDID 4451): BT-21 of BT-22. */
export interface LegalText {
  subject: 'PMD' | 'PMT' | 'AAB' | null;
  text: string;
}

type Issuer = Pick<BillingEntity, 'country' | 'legal_mentions'>;
type Billed = Pick<SingleInvoice, 'customer' | 'self_billed' | 'total_due_amount_cents'>;

/**
 * Sentences that the law of the seller requires on an invoice, for paper, page and e-invoice alike (webhooks, section
 * 8.1). A business that pays late owes the indemnity by law (art. D. 441-5 of the French code de commerce), and the
 * penalty with it (art. L. 441-10). A self-billed invoice is the customer's.
 */
export function legalTexts(invoice: Billed, issuer: Issuer, { labels, formats }: Language): LegalText[] {
  if (invoice.self_billed) return [];
  const { operation_category: operations, vat_on_debits: onDebits } = issuer.legal_mentions;
  const isBusiness = invoice.customer.customer_type !== 'individual';
  return [
    ...(isBusiness && isToPay(invoice) ? latePaymentTexts(issuer, { labels, formats }) : []),
    ...(operations === null ? [] : [{ subject: null, text: labels.operations[operations] }]),
    ...(onDebits ? [{ subject: null, text: labels.legal.vatOnDebits }] : []),
  ];
}

/** Between businesses: penalty, indemnity, and that an early payment is no cheaper. */
function latePaymentTexts(
  { country, legal_mentions: mentions }: Issuer,
  { labels: { legal }, formats }: Language,
): LegalText[] {
  const { late_penalty_rate: rate, recovery_indemnity: indemnity, no_early_payment_discount: noDiscount } = mentions;
  return [
    ...(rate === null
      ? []
      : [{ subject: 'PMD' as const, text: filled(legal.latePenalty, { rate: formats.rate(rate) }) }]),
    ...((indemnity ?? country === 'FR') ? [{ subject: 'PMT' as const, text: legal.indemnity }] : []),
    ...(noDiscount ? [{ subject: 'AAB' as const, text: legal.noDiscount }] : []),
  ];
}
