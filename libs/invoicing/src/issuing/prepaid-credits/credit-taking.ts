import type { PayableFees } from '@tollgate/contracts';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import type { PayableLine, PricedInvoice } from '../../model/line-items/new-invoice.js';

/** The request of an invoice for prepaid credits. */
export interface CreditRequest {
  /** Identifies the invoice across all attempts. */
  key: string;
  invoiceId: string;
  customerId: string;
  currency: string;
  /** The open amount, in cents. */
  totalCents: bigint;
  fees: PayableFees[];
  /** Unix milliseconds. */
  now: Instant;
}

/** The amounts that wallets pay of an invoice, in cents. */
export interface TakenCredits {
  grantedCents: bigint;
  purchasedCents: bigint;
}

export const nothingTaken: TakenCredits = { grantedCents: 0n, purchasedCents: 0n };

/** The source of an invoice's prepaid credits. */
export interface CreditTaking {
  /** The invoice id of an earlier attempt's reservation; undefined without one. */
  idOf(key: string): string | undefined;
  /** Returns the amounts that wallets pay of an invoice. */
  take(transaction: TenantTransaction, request: CreditRequest): Promise<TakenCredits>;
  /** Aborts work that requested credits without a reservation yet; it runs again with them. */
  endUnlessReserved(): void;
  /** Confirms the credits of an invoice in the transaction that writes it. */
  confirm(transaction: TenantTransaction, request: CreditRequest): Promise<void>;
}

/** For invoices that no wallet pays. */
export const noCredits: CreditTaking = {
  idOf: () => undefined,
  take: async () => nothingTaken,
  endUnlessReserved: () => undefined,
  confirm: async () => undefined,
};

/** Sums an invoice's fees by the wallets that may pay them; skips free fees (wallets, section 5.1). */
export function payableFees(fees: PricedInvoice<PayableLine>['fees']): PayableFees[] {
  const sums = new Map<string, PayableFees>();
  for (const { line, taxes } of fees) {
    if (line.preciseCouponsAmountCents.eq(line.amountCents.toString())) continue;
    const kind = {
      fee_type: line.type,
      billable_metric_id: line.charge?.metric.id ?? null,
      target_wallet_code: targetWallet(line),
    };
    const key = JSON.stringify(kind);
    const sum = sums.get(key);
    const plus = (text: string | undefined, more: Decimal) => more.plus(text ?? 0).toFixed();
    sums.set(key, {
      ...kind,
      amount_cents: Number(line.amountCents) + (sum?.amount_cents ?? 0),
      precise_coupons_amount_cents: plus(sum?.precise_coupons_amount_cents, line.preciseCouponsAmountCents),
      taxes_precise_amount_cents: plus(sum?.taxes_precise_amount_cents, taxes.taxesPreciseAmountCents),
      precise_credit_notes_amount_cents: plus(
        sum?.precise_credit_notes_amount_cents,
        line.preciseCreditNotesAmountCents ?? new Decimal(0),
      ),
    });
  }
  return [...sums.values()];
}

/** The wallet that a fee's events name, for charges that accept one (wallets, section 5.2). */
export const targetWallet = ({ charge, bucket }: PayableLine): string | null =>
  charge?.acceptsTargetWallet ? bucket?.groupedBy['target_wallet_code'] || null : null;
