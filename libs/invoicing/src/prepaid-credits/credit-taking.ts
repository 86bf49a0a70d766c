import type { PayableFees } from '@tollgate/contracts';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import type { PayableLine, PricedInvoice } from '../line-items/new-invoice.js';

/** An invoice as it asks for prepaid credits. */
export interface CreditRequest {
  /** What it is made for: the same, however often it is tried. */
  key: string;
  invoiceId: string;
  customerId: string;
  currency: string;
  /** Cents, what is left to be paid. */
  totalCents: bigint;
  fees: PayableFees[];
  /** Unix milliseconds. */
  now: Instant;
}

/** What wallets pay of an invoice, in cents. */
export interface TakenCredits {
  grantedCents: bigint;
  purchasedCents: bigint;
}

export const nothingTaken: TakenCredits = { grantedCents: 0n, purchasedCents: 0n };

/** Where the prepaid credits of an invoice come from. */
export interface CreditTaking {
  /** The id that an invoice was given when it was tried before; undefined where it was not. */
  idOf(key: string): string | undefined;
  /** What wallets pay of an invoice. */
  take(transaction: TenantTransaction, request: CreditRequest): Promise<TakenCredits>;
  /** Ends work that has asked for credits which are not reserved yet: whatever it wrote now is written anew with them. */
  endUnlessReserved(): void;
  /** The invoice is written, in the same transaction: it has what it was given for good. */
  confirm(transaction: TenantTransaction, request: CreditRequest): Promise<void>;
}

/** Invoices that no wallet pays. */
export const noCredits: CreditTaking = {
  idOf: () => undefined,
  take: async () => nothingTaken,
  endUnlessReserved: () => undefined,
  confirm: async () => undefined,
};

/** What the fees of an invoice come to for wallets: added up where the same wallets may pay them; what is free is left out (wallets, section 5.1). */
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

/** The wallet that the events of a fee name, of charges that accept one (wallets, section 5.2). */
export const targetWallet = ({ charge, bucket }: PayableLine): string | null =>
  charge?.acceptsTargetWallet ? bucket?.groupedBy['target_wallet_code'] || null : null;
