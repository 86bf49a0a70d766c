import type { CreditReservation, PayableFees, ReservedCredits } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import {
  Decimal,
  matchFundings,
  payFromWallets,
  type FundingShare,
  type PayableFee,
  type PayingWallet,
} from '@tollgate/rating';
import { lowerBalance } from '../ledger/balance.js';
import { entryOf } from '../ledger/entries.js';
import { consume } from '../rows/consumptions.repository.js';
import { insertReservation, reservationsByKeys, type ReservationRow } from '../rows/reservations.repository.js';
import { availableFundings, insertTransaction } from '../rows/transactions.repository.js';
import { lockActiveWalletsOf, type WalletRow } from '../rows/wallets.repository.js';
import { creditsFor } from '../terms/credit-inputs.js';
import { undo } from './undo.js';

/** How long an invoice may take to be written, from when its credits are reserved. */
export const timeToWriteMs = 2 * 60_000;

/**
 * Takes credits for invoices, one after another, under the locks of all wallets that may pay for them (wallets, section 5).
 * What is asked again is answered the same; what is asked otherwise under a key that is known gives back what it took first.
 */
export async function reserveCredits(
  transaction: TenantTransaction,
  invoices: CreditReservation[],
): Promise<ReservedCredits[]> {
  await lockActiveWalletsOf(transaction, [...new Set(invoices.map((invoice) => invoice.customer_id))]);
  const known = await reservationsByKeys(
    transaction,
    invoices.map(({ key }) => key),
  );
  const answers: ReservedCredits[] = [];
  for (const invoice of invoices) {
    const before = known.get(invoice.key);
    if (before && isSame(before, invoice)) {
      answers.push({ ...(before.answer as ReservedCredits), until: untilOf(before) });
      continue;
    }
    if (before) await undo(transaction, before.document_id);
    answers.push(await reserve(transaction, { ...invoice, invoice_id: before?.document_id ?? invoice.invoice_id }));
  }
  return answers;
}

export const untilOf = ({ reserved_at: at }: ReservationRow): number => at.getTime() + timeToWriteMs;

/** Whether the same is asked; the id that is proposed, and when, do not count. */
function isSame({ request }: ReservationRow, asked: CreditReservation): boolean {
  const content = ({ customer_id, currency, total_cents, fees }: CreditReservation) =>
    JSON.stringify([customer_id, currency, total_cents, fees.map(feeContent)]);
  return content(request as CreditReservation) === content(asked);
}

const feeContent = (fee: PayableFees) => [
  fee.fee_type,
  fee.billable_metric_id,
  fee.target_wallet_code,
  fee.amount_cents,
  fee.precise_coupons_amount_cents,
  fee.taxes_precise_amount_cents,
  fee.precise_credit_notes_amount_cents,
];

async function reserve(transaction: TenantTransaction, invoice: CreditReservation): Promise<ReservedCredits> {
  const wallets = await payingWallets(transaction, invoice.customer_id, invoice.currency);
  const payments = payFromWallets(wallets.map(payingWallet), invoice.fees.map(payableFee), BigInt(invoice.total_cents));
  const shares: FundingShare[] = [];
  for (const { walletId, amountCents } of payments) {
    const wallet = wallets.find(({ id }) => id === walletId) as WalletRow;
    shares.push(...(await take(transaction, wallet, amountCents, invoice)));
  }
  const cents = (kind: FundingShare['kind']) =>
    Number(shares.filter((share) => share.kind === kind).reduce((sum, { amountCents }) => sum + amountCents, 0n));
  const answer = {
    invoice_id: invoice.invoice_id,
    granted_cents: cents('granted'),
    purchased_cents: cents('purchased'),
    until: Date.now() + timeToWriteMs,
  };
  const { key, customer_id, invoice_id: document_id } = invoice;
  if (shares.length > 0)
    await insertReservation(transaction, { key, customer_id, document_id, request: invoice, answer });
  return answer;
}

async function payingWallets(
  transaction: TenantTransaction,
  customerId: string,
  currency: string,
): Promise<WalletRow[]> {
  const active = await lockActiveWalletsOf(transaction, [customerId]);
  return active.filter((wallet) => wallet.currency === currency && wallet.balance_cents > 0n);
}

async function take(
  transaction: TenantTransaction,
  wallet: WalletRow,
  amountCents: bigint,
  { invoice_id: invoiceId, at }: CreditReservation,
): Promise<FundingShare[]> {
  const shares = matchFundings(await availableFundings(transaction, wallet.id), amountCents);
  if (!shares) throw new Error(`wallet ${wallet.id} holds less than its balance`);
  const credits = creditsFor(amountCents, wallet);
  const row = await insertTransaction(
    transaction,
    entryOf(wallet, 'invoiced', credits, { invoiceId, reserved: true }, at),
  );
  await consume(transaction, row.id, shares, new Date(at));
  const change = { amountCents, credits: credits.creditAmount, now: at };
  await lowerBalance(transaction, wallet, change, { told: false });
  return shares;
}

/** A wallet as what pays for an invoice. */
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
