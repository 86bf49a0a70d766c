import { boundedCents } from './decimal.js';
import { invoiceTaxes } from './taxes.js';
import type { InvoiceTaxes, TaxableFee } from './taxes.js';

/** The deductions of an invoice, in cents; 0 for a step that does not apply to its kind. */
export interface InvoiceDeductions {
  readonly progressiveBillingCreditCents: bigint;
  readonly couponsCents: bigint;
  readonly creditNotesCents: bigint;
  readonly prepaidGrantedCents: bigint;
  readonly prepaidPurchasedCents: bigint;
}

export interface InvoiceTotals {
  readonly feesAmountCents: bigint;
  readonly progressiveBillingCreditAmountCents: bigint;
  readonly couponsAmountCents: bigint;
  readonly subTotalExcludingTaxesAmountCents: bigint;
  readonly taxes: InvoiceTaxes;
  readonly taxesAmountCents: bigint;
  readonly subTotalIncludingTaxesAmountCents: bigint;
  readonly creditNotesAmountCents: bigint;
  readonly prepaidCreditAmountCents: bigint;
  readonly prepaidGrantedCreditAmountCents: bigint;
  readonly prepaidPurchasedCreditAmountCents: bigint;
  readonly totalAmountCents: bigint;
  readonly paymentStatus: 'pending' | 'succeeded';
}

/** Sum of the fees, in cents. */
export function feesTotal(fees: readonly Pick<TaxableFee, 'amountCents'>[]): bigint {
  return fees.reduce((total, fee) => total + fee.amountCents, 0n);
}

/**
 * The figures of an invoice from its fees and deductions (invoices, section 3). The fees already include their share of
 * coupons and progressive billing credits. Credit notes and prepaid credits reduce only the total.
 * @throws AmountOutOfRange
 */
export function invoiceTotals(fees: readonly TaxableFee[], deductions: InvoiceDeductions): InvoiceTotals {
  const feesAmountCents = boundedCents(feesTotal(fees));
  const subTotal = feesAmountCents - deductions.progressiveBillingCreditCents - deductions.couponsCents;
  const taxes = invoiceTaxes(fees, subTotal);
  const withTaxes = boundedCents(subTotal + taxes.taxesAmountCents);
  const prepaid = deductions.prepaidGrantedCents + deductions.prepaidPurchasedCents;
  const total = withTaxes - deductions.creditNotesCents - prepaid;
  return {
    feesAmountCents,
    progressiveBillingCreditAmountCents: deductions.progressiveBillingCreditCents,
    couponsAmountCents: deductions.couponsCents,
    subTotalExcludingTaxesAmountCents: subTotal,
    taxes,
    taxesAmountCents: taxes.taxesAmountCents,
    subTotalIncludingTaxesAmountCents: withTaxes,
    creditNotesAmountCents: deductions.creditNotesCents,
    prepaidCreditAmountCents: prepaid,
    prepaidGrantedCreditAmountCents: deductions.prepaidGrantedCents,
    prepaidPurchasedCreditAmountCents: deductions.prepaidPurchasedCents,
    totalAmountCents: total,
    paymentStatus: total > 0n ? 'pending' : 'succeeded',
  };
}
