import type { CreditReservation, PayableFees } from '@tollgate/contracts';
import {
  Decimal,
  matchFundings,
  payFromWallets,
  type CreditAmount,
  type Funding,
  type FundingShare,
  type PayableFee,
  type PayingWallet,
} from '@tollgate/rating';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { creditsFor } from '../../model/inputs/credit-inputs.js';

/** A wallet and its fundings, after the invoices that it paid so far. */
export interface Holding {
  wallet: WalletRow;
  fundings: Funding[];
}

/** The payment of one wallet for one invoice. */
export interface HeldPayment<H extends Holding = Holding> {
  held: H;
  credits: CreditAmount;
  /** The inbound transactions that fund it. */
  shares: FundingShare[];
}

type PayableInvoice = Pick<CreditReservation, 'currency' | 'total_cents' | 'fees'>;

/**
 * The payments of one customer's wallets for an invoice (wallets, section 5.1). Omits wallets that pay nothing.
 * @param holdings in the order of use
 * @throws Error when a wallet's fundings do not cover its payment
 */
export function paymentsFor<H extends Holding>(holdings: readonly H[], invoice: PayableInvoice): HeldPayment<H>[] {
  const paying = holdings.filter(({ wallet }) => wallet.currency === invoice.currency && wallet.balance_cents > 0n);
  const payments = payFromWallets(
    paying.map(({ wallet }) => payingWallet(wallet)),
    invoice.fees.map(payableFee),
    BigInt(invoice.total_cents),
  );
  return payments.map(({ walletId, amountCents }) => {
    const held = paying.find(({ wallet }) => wallet.id === walletId) as H;
    const shares = matchFundings(held.fundings, amountCents);
    if (!shares) throw new Error(`wallet ${walletId} holds less than its balance`);
    return { held, credits: creditsFor(amountCents, held.wallet), shares };
  });
}

/** The wallet and its fundings after a payment. */
export function holdingAfter({ held: { wallet, fundings }, credits, shares }: HeldPayment): Holding {
  const paid = new Map(shares.map((share) => [share.id, share.amountCents]));
  return {
    wallet: { ...wallet, balance_cents: wallet.balance_cents - credits.amountCents },
    fundings: fundings.map((one) => ({ ...one, remainingCents: one.remainingCents - (paid.get(one.id) ?? 0n) })),
  };
}

/** The cents of payments that inbound transactions of a kind fund (wallets, section 4). */
export const fundedCents = (payments: readonly HeldPayment[], kind: FundingShare['kind']): bigint =>
  payments
    .flatMap(({ shares }) => shares)
    .filter((share) => share.kind === kind)
    .reduce((sum, { amountCents }) => sum + amountCents, 0n);

/** Converts a wallet into a payer of invoices. */
export const payingWallet = (wallet: WalletRow): PayingWallet => ({
  id: wallet.id,
  code: wallet.code,
  balanceCents: wallet.balance_cents,
  feeTypes: wallet.fee_types as PayingWallet['feeTypes'],
  billableMetricIds: wallet.billable_metric_ids,
});

const payableFee = (fee: PayableFees): PayableFee => ({
  feeType: fee.fee_type as PayableFee['feeType'],
  billableMetricId: fee.billable_metric_id,
  targetWalletCode: fee.target_wallet_code,
  amountCents: BigInt(fee.amount_cents),
  preciseCouponsAmountCents: new Decimal(fee.precise_coupons_amount_cents),
  taxesPreciseAmountCents: new Decimal(fee.taxes_precise_amount_cents),
  preciseCreditNotesAmountCents: new Decimal(fee.precise_credit_notes_amount_cents),
});
