import type { BillingEntity, SingleInvoice } from '@tollgate/contracts';
import { isToPay } from './payment-part.js';

/** Owed by every business that pays late, by law (art. D. 441-5 of the code de commerce). */
const frenchIndemnity = 'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 €';

/**
 * Sentences that the law of the seller's country requires on an invoice, in the language of that law. The issuer's terms
 * or its footer have the others, such as the rate of a late penalty.
 */
export function legalTexts(invoice: SingleInvoice, { country }: Pick<BillingEntity, 'country'>): string[] {
  const isBusiness = invoice.customer.customer_type !== 'individual';
  return country === 'FR' && isBusiness && isToPay(invoice) ? [frenchIndemnity] : [];
}
