import type { InvoiceExplanation } from '@tollgate/contracts';
import { centsNumber, Decimal, decimalText } from '@tollgate/rating';
import { minus, textOf, type Exact } from './exact.js';
import type { ExplainedInvoice, InvoiceSteps } from './invoice-steps.js';
import type { Steps } from './steps.js';

/** Codes and names of coupons, by the ids of their applications. */
export type CouponNames = ReadonlyMap<string, { code: string; name: string }>;

type Deductions = Pick<InvoiceExplanation, 'progressive_credits' | 'coupons' | 'wallets'>;

/** The parts of the deductions of an invoice: who gives how much to which fee. */
export function presentDeductions(explained: ExplainedInvoice, derived: InvoiceSteps, names: CouponNames): Deductions {
  return {
    progressive_credits: progressiveCredits(explained, derived),
    coupons: coupons(derived, names),
    wallets: explained.wallets.map(({ walletId, name, amountCents, grantedCents, purchasedCents }) => {
      const isFunded = grantedCents + purchasedCents === amountCents;
      return {
        svc_wallet_id: walletId,
        name,
        amount_cents: centsNumber(amountCents),
        granted_amount_cents: isFunded ? centsNumber(grantedCents) : null,
        purchased_amount_cents: isFunded ? centsNumber(purchasedCents) : null,
      };
    }),
  };
}

const decimal = (value: Exact): string => decimalText(new Decimal(textOf(value) ?? '0'));
const centsOf = (steps: Steps, argument: string): number => Number(textOf(steps.valueOf(argument)));

function progressiveCredits({ invoice }: ExplainedInvoice, { steps, progressive }: InvoiceSteps) {
  if (!progressive) return invoice.progressive_billing_credit_amount_cents === 0n ? [] : null;
  return progressive
    .filter(({ amount }) => steps.isBelow('0', amount))
    .map(({ feeId, source, amount }) => ({
      svc_fee_id: feeId,
      svc_progressive_invoice_id: source.invoice_id,
      svc_progressive_fee_id: source.fee_id,
      amount_cents: centsOf(steps, amount),
    }));
}

const coupons = ({ steps, coupons: listed }: InvoiceSteps, names: CouponNames) =>
  listed.map(({ appliedCouponId, base, cents, shares }) => ({
    svc_applied_coupon_id: appliedCouponId,
    coupon_code: names.get(appliedCouponId)?.code ?? '',
    coupon_name: names.get(appliedCouponId)?.name ?? '',
    precise_base_amount_cents: base === null ? null : decimal(steps.valueOf(base)),
    amount_cents: centsOf(steps, cents),
    shares:
      shares?.map((share) => ({
        svc_fee_id: share.feeId,
        precise_base_amount_cents: decimal(steps.valueOf(share.base)),
        precise_amount_cents: decimal(minus(steps.valueOf(share.after), steps.valueOf(share.before))),
      })) ?? null,
  }));
