import { priceInvoice } from '../line-items/new-invoice.js';
import { payableFees } from '../prepaid-credits/credit-taking.js';
import { unadjusted, type PayingAdjustment } from './adjustment.js';

/** What a customer's wallets pay of an invoice, when all else is taken off it (wallets, section 5). */
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
  async giveBack(transaction, { id, customerId, now, credited, prepaidCreditCents }) {
    // What is credited to the customer otherwise is not given back as well (wallets, section 3.8).
    if (credited || prepaidCreditCents === 0n) return;
    await transaction.append('invoice.credits_returned', customerId, { invoice_id: id }, now);
  },
};
