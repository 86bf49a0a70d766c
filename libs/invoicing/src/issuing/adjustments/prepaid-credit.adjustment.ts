import { priceInvoice } from '../../model/line-items/new-invoice.js';
import { payableFees } from '../prepaid-credits/credit-taking.js';
import { unadjusted, type PayingAdjustment } from './adjustment.js';

/** Lets a customer's wallets pay an invoice after all other deductions (wallets, section 5). */
export const prepaidCredit: PayingAdjustment = {
  from: 'taxes',
  async apply(transaction, invoice) {
    const { id: invoiceId, customer, currency, lines, deductions, now, credits, creditKey: key } = invoice;
    const { fees, totals } = priceInvoice(lines, currency, deductions);
    if (totals.totalAmountCents <= 0n) return unadjusted;
    const request = {
      key,
      invoiceId,
      customerId: customer.id,
      currency,
      totalCents: totals.totalAmountCents,
      fees: payableFees(fees),
      now,
    };
    const { grantedCents, purchasedCents } = await credits.take(transaction, request);
    if (grantedCents + purchasedCents === 0n) return unadjusted;
    return {
      deductions: { prepaidGrantedCents: grantedCents, prepaidPurchasedCents: purchasedCents },
      credits: [],
      async commit(within) {
        await credits.confirm(within, request);
      },
    };
  },
  async returnUses(transaction, { id, customerId, now, credited, prepaidCreditCents }) {
    // A credit note replaces the return of credits (wallets, section 3.8).
    if (credited || prepaidCreditCents === 0n) return;
    await transaction.append('invoice.credits_returned', customerId, { invoice_id: id }, now);
  },
};
