import { Decimal, payFromWallets, type PayableFee } from '@tollgate/rating';
import { readPayingWallets } from '@tollgate/wallet/reader';
import type { CreditTaking } from './credit-taking.js';

/**
 * The credits that wallets would pay now; nothing is reserved (wallets, section 5). The split into granted and
 * purchased is open.
 */
export const previewedCredits: CreditTaking = {
  idOf: () => undefined,
  async take(transaction, { customerId, currency, totalCents, fees }) {
    const wallets = await readPayingWallets(transaction, customerId, currency);
    const payable = fees.map((fee) => ({
      feeType: fee.fee_type as PayableFee['feeType'],
      billableMetricId: fee.billable_metric_id,
      targetWalletCode: fee.target_wallet_code,
      amountCents: BigInt(fee.amount_cents),
      preciseCouponsAmountCents: new Decimal(fee.precise_coupons_amount_cents),
      taxesPreciseAmountCents: new Decimal(fee.taxes_precise_amount_cents),
      preciseCreditNotesAmountCents: new Decimal(fee.precise_credit_notes_amount_cents),
    }));
    const payments = payFromWallets(wallets, payable, totalCents);
    return { grantedCents: payments.reduce((sum, { amountCents }) => sum + amountCents, 0n), purchasedCents: 0n };
  },
  endUnlessReserved: () => undefined,
  confirm: async () => undefined,
};
