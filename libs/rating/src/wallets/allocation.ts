import { Decimal, ZERO, centsDecimal, roundToCents, sumOf } from '../decimal.js';
import type { FeeType } from '../coupons/coupons.js';

/** The criteria that can limit a wallet: kinds of fees, metrics, or the wallet named by events. */
export interface UsageKey {
  readonly feeType: FeeType;
  readonly billableMetricId: string | null;
  /** Wallet named by the events, for charges that accept one. */
  readonly targetWalletCode: string | null;
}

/** A wallet with credits; lists of wallets are in order of use: by priority, then age. */
export interface PayingWallet {
  readonly id: string;
  readonly code: string;
  readonly balanceCents: bigint;
  readonly feeTypes: readonly FeeType[];
  readonly billableMetricIds: readonly string[];
}

/** May the wallet pay for this (wallets, section 5.1)? Its two lists are alternatives. */
export function walletPays(
  wallet: Omit<PayingWallet, 'balanceCents' | 'id'>,
  { feeType, billableMetricId, targetWalletCode }: UsageKey,
): boolean {
  if (targetWalletCode !== null) return wallet.code === targetWalletCode;
  if (feeType === 'charge' && billableMetricId !== null && wallet.billableMetricIds.includes(billableMetricId))
    return true;
  if (wallet.feeTypes.includes(feeType)) return true;
  return wallet.feeTypes.length === 0 && wallet.billableMetricIds.length === 0;
}

export interface Bucket extends UsageKey {
  /** Cents, unrounded. */
  readonly amountCents: Decimal;
}

/** A fee that wallets can pay, in cents. */
export interface PayableFee extends UsageKey {
  readonly amountCents: bigint;
  readonly preciseCouponsAmountCents: Decimal;
  readonly taxesPreciseAmountCents: Decimal;
  readonly preciseCreditNotesAmountCents: Decimal;
}

function keyText({ feeType, billableMetricId, targetWalletCode }: UsageKey): string {
  return JSON.stringify([feeType, billableMetricId, targetWalletCode]);
}

function largestFirst(buckets: readonly Bucket[]): Bucket[] {
  return buckets
    .filter(({ amountCents }) => amountCents.gt(0))
    .sort((a, b) => b.amountCents.comparedTo(a.amountCents) || (keyText(a) < keyText(b) ? -1 : 1));
}

/** Adds up amounts of the same key. */
export function bucketsByKey(parts: readonly Bucket[]): Bucket[] {
  const buckets = new Map<string, Bucket>();
  for (const part of parts) {
    const sum = (buckets.get(keyText(part))?.amountCents ?? ZERO).plus(part.amountCents);
    buckets.set(keyText(part), {
      feeType: part.feeType,
      billableMetricId: part.billableMetricId,
      targetWalletCode: part.targetWalletCode,
      amountCents: sum,
    });
  }
  return [...buckets.values()];
}

// Remainders of the fees, largest first; cents left over from tax rounding go to the largest.
function invoiceBuckets(fees: readonly PayableFee[], totalCents: bigint): Bucket[] {
  const parts = fees.flatMap((fee): Bucket[] => {
    const afterCoupons = centsDecimal(fee.amountCents).minus(fee.preciseCouponsAmountCents);
    if (afterCoupons.isZero()) return [];
    return [
      { ...fee, amountCents: afterCoupons.plus(fee.taxesPreciseAmountCents).minus(fee.preciseCreditNotesAmountCents) },
    ];
  });
  const [largest, ...rest] = largestFirst(bucketsByKey(parts));
  if (!largest) return [];
  const missing = centsDecimal(totalCents).minus(sumOf([largest, ...rest].map(({ amountCents }) => amountCents)));
  if (missing.lte(0) || missing.gt(rest.length + 1)) return [largest, ...rest];
  return [{ ...largest, amountCents: largest.amountCents.plus(missing) }, ...rest];
}

export interface WalletPayment {
  readonly walletId: string;
  readonly amountCents: bigint;
}

/** The payment of each wallet for an invoice, in whole cents; omits wallets that pay nothing (wallets, section 5.1). */
export function payFromWallets(
  wallets: readonly PayingWallet[],
  fees: readonly PayableFee[],
  totalCents: bigint,
): WalletPayment[] {
  const buckets = invoiceBuckets(fees, totalCents).map((bucket) => ({ ...bucket, left: bucket.amountCents }));
  const payments: WalletPayment[] = [];
  let invoiceLeft = totalCents;
  for (const wallet of wallets) {
    let taken = ZERO;
    for (const bucket of buckets) {
      if (!walletPays(wallet, bucket)) continue;
      const take = Decimal.min(
        bucket.left,
        centsDecimal(wallet.balanceCents).minus(taken),
        centsDecimal(invoiceLeft).minus(taken),
      );
      if (take.lte(0)) continue;
      bucket.left = bucket.left.minus(take);
      taken = taken.plus(take);
    }
    const amountCents = roundToCents(taken);
    if (amountCents === 0n) continue;
    payments.push({ walletId: wallet.id, amountCents });
    invoiceLeft -= amountCents;
  }
  return payments;
}

export interface OngoingWallet extends PayingWallet {
  /** A threshold rule tops it up whenever it runs low, so it may be overdrawn. */
  readonly thresholdRule: boolean;
}

/** Spreads unbilled usage over the wallets that will pay it; cents by wallet id (wallets, section 6). One currency. */
export function ongoingUsage(wallets: readonly OngoingWallet[], usage: readonly Bucket[]): Map<string, Decimal> {
  const keys = bucketsByKey(usage);
  const allocated = new Map<string, Decimal>(wallets.map(({ id }) => [id, ZERO]));
  let budget = Decimal.max(sumOf(keys.map(({ amountCents }) => amountCents)), ZERO);
  for (const key of largestFirst(keys)) {
    const payers = wallets.filter((wallet) => walletPays(wallet, key));
    let left = Decimal.min(key.amountCents, budget);
    payers.forEach((wallet, i) => {
      const before = allocated.get(wallet.id) ?? ZERO;
      const takesAll = wallet.thresholdRule || i === payers.length - 1;
      const take = takesAll
        ? left
        : Decimal.max(Decimal.min(left, centsDecimal(wallet.balanceCents).minus(before)), ZERO);
      allocated.set(wallet.id, before.plus(take));
      left = left.minus(take);
      budget = budget.minus(take);
    });
  }
  return allocated;
}
