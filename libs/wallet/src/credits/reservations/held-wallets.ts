import type { CreditReservation, PayableFees, ReservedCredits } from '@tollgate/contracts';
import { groupBy, insertRows, type Instant, type TenantTransaction } from '@tollgate/platform';
import {
  Decimal,
  matchFundings,
  payFromWallets,
  type Funding,
  type FundingShare,
  type PayableFee,
  type PayingWallet,
} from '@tollgate/rating';
import { lowerBalances } from '../ledger/balance.js';
import { entryOf } from '../ledger/entries.js';
import { consume, type Use } from '../../model/repositories/consumptions.repository.js';
import { insertReservations, type NewReservation } from '../../model/repositories/reservations.repository.js';
import { availableFundings, type NewTransactionRow } from '../../model/repositories/transactions.repository.js';
import type { WalletRow } from '../../model/repositories/wallets.repository.js';
import { creditsFor } from '../../model/inputs/credit-inputs.js';
import { contentOf } from './reservation-content.js';

/** A locked wallet with its fundings and the amounts taken so far. */
interface HeldWallet {
  wallet: WalletRow;
  fundings: Funding[];
  takenCents: bigint;
  takenCredits: Decimal;
  takenAt: Instant;
}

/** Wallets under the caller's locks: invoices take credits in order, and one write stores all of it. */
export class HeldWallets {
  private readonly entries: NewTransactionRow[] = [];
  private readonly uses: Use[] = [];
  private readonly reservations: NewReservation[] = [];

  private constructor(private readonly byCustomer: Map<string, HeldWallet[]>) {}

  /** @param active the current wallets of customers, in the order of use */
  static async load(transaction: TenantTransaction, active: WalletRow[]): Promise<HeldWallets> {
    const wallets = active.filter((wallet) => wallet.balance_cents > 0n);
    const fundings = await availableFundings(
      transaction,
      wallets.map(({ id }) => id),
    );
    const held = wallets.map((wallet) => ({
      wallet,
      fundings: fundings.get(wallet.id) ?? [],
      takenCents: 0n,
      takenCredits: new Decimal(0),
      takenAt: 0,
    }));
    return new HeldWallets(groupBy(held, ({ wallet }) => wallet.customer_id));
  }

  /** @param timeToWriteMs the time limit for writing the invoice */
  pay(invoice: CreditReservation, timeToWriteMs: number): ReservedCredits {
    const { key, customer_id, currency, invoice_id: document_id } = invoice;
    const paying = (this.byCustomer.get(customer_id) ?? []).filter(
      ({ wallet }) => wallet.currency === currency && wallet.balance_cents > 0n,
    );
    const payments = payFromWallets(
      paying.map(({ wallet }) => payingWallet(wallet)),
      invoice.fees.map(payableFee),
      BigInt(invoice.total_cents),
    );
    const shares = payments.flatMap(({ walletId, amountCents }) =>
      this.take(paying.find(({ wallet }) => wallet.id === walletId) as HeldWallet, amountCents, invoice),
    );
    const cents = (kind: FundingShare['kind']) =>
      Number(shares.filter((share) => share.kind === kind).reduce((sum, { amountCents }) => sum + amountCents, 0n));
    const answer = {
      invoice_id: document_id,
      granted_cents: cents('granted'),
      purchased_cents: cents('purchased'),
      until: Date.now() + timeToWriteMs,
    };
    if (shares.length > 0)
      this.reservations.push({ key, customer_id, document_id, request: contentOf(invoice), answer });
    return answer;
  }

  private take(
    held: HeldWallet,
    amountCents: bigint,
    { invoice_id: invoiceId, at }: CreditReservation,
  ): FundingShare[] {
    const { wallet } = held;
    const shares = matchFundings(held.fundings, amountCents);
    if (!shares) throw new Error(`wallet ${wallet.id} holds less than its balance`);
    const credits = creditsFor(amountCents, wallet);
    const entry = entryOf(wallet, 'invoiced', credits, { invoiceId, reserved: true }, at);
    this.entries.push(entry);
    this.uses.push({ outboundId: entry.id, shares, at: new Date(at) });
    const paid = new Map(shares.map((share) => [share.id, share.amountCents]));
    held.fundings = held.fundings.map((one) => ({
      ...one,
      remainingCents: one.remainingCents - (paid.get(one.id) ?? 0n),
    }));
    held.wallet = { ...wallet, balance_cents: wallet.balance_cents - amountCents };
    held.takenCents += amountCents;
    held.takenCredits = held.takenCredits.plus(credits.creditAmount);
    held.takenAt = at;
    return shares;
  }

  /** Stores the reservations; messages follow only after the write of the invoices. */
  async write(transaction: TenantTransaction): Promise<void> {
    await insertRows(
      transaction,
      'wallet.transactions',
      this.entries.map((entry) => ({ ...entry, metadata: [] })),
    );
    await consume(transaction, this.uses);
    await lowerBalances(
      transaction,
      [...this.byCustomer.values()]
        .flat()
        .filter(({ takenCents }) => takenCents > 0n)
        .map((held) => ({
          walletId: held.wallet.id,
          amountCents: held.takenCents,
          credits: held.takenCredits,
          now: held.takenAt,
        })),
    );
    await insertReservations(transaction, this.reservations);
  }
}

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
