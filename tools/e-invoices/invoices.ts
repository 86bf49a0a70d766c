// Random invoices, with sums by the product's own mathematics (libs/rating), as the interface shows them.
import type { InvoiceSource, TaxedFee } from '@tollgate/document/e-invoices';
import {
  applyCoupons,
  Decimal,
  feesTotal,
  feeTaxes,
  invoiceTotals,
  type AppliedCoupon,
  type TaxRate,
} from '@tollgate/rating';
import type { Random } from '@tollgate/simulate/random';
import { makeFee, presented, type MadeFee } from './fees.ts';
import type { Customer } from './parties.ts';

export const kinds = ['subscription', 'one_off', 'credit', 'progressive_billing', 'final', 'advance_charges'] as const;
export type Kind = (typeof kinds)[number];

export interface InvoicePlan {
  kind: Kind;
  currency: string;
  /** Taxes of a fee; each fee gets one of these sets. */
  taxSets: readonly (readonly TaxRate[])[];
  coupons: number;
  hasNegativeLines: boolean;
  isPaidBefore: boolean;
  isSelfBilled: boolean;
  number: string;
  customer: Customer;
}

export interface MadeInvoice {
  source: InvoiceSource;
  fees: readonly MadeFee[];
}

const id = (random: Random) => `00000000-0000-4000-8000-${String(random.int(0, 999_999_999)).padStart(12, '0')}`;

function couponOf(random: Random, place: number, currency: string): AppliedCoupon {
  const isFixed = random.chance(0.5);
  return {
    id: `coupon ${place}`,
    type: isFixed ? 'fixed_amount' : 'percentage',
    frequency: 'forever',
    amountCents: isFixed ? BigInt(random.int(1, 30_000)) : null,
    currency: isFixed ? currency : null,
    percentageRate: isFixed ? null : new Decimal(random.pick([3, 10, 12.5, 33, 100])),
    periodsRemaining: null,
    usedCents: 0n,
    limit: random.chance(0.4) ? { kind: 'billable_metrics', ids: [random.pick(['a', 'b'])] } : null,
  };
}

/** Progressive invoices have billed a part of some usage: gross and in whole cents (charges, section 7.5). */
function withProgressiveCredit(random: Random, fees: readonly MadeFee[]): { fees: MadeFee[]; credit: bigint } {
  let credit = 0n;
  const credited = fees.map((fee) => {
    if (fee.type !== 'charge' || fee.amountCents <= 0n || random.chance(0.3)) return fee;
    const part = (fee.amountCents * BigInt(random.int(1, 100))) / 100n;
    credit += part;
    return { ...fee, preciseCouponsAmountCents: new Decimal(part.toString()) };
  });
  return { fees: credited, credit };
}

const discountable = (fee: MadeFee) => ({
  ...fee,
  planIds: [],
  billableMetricId: fee.type === 'charge' ? fee.metric : null,
});

/** Fees, deductions and sums of an invoice in the order of their computation (invoices, section 3). */
function figuresOf(random: Random, plan: InvoicePlan) {
  const made = Array.from({ length: random.pick([1, 2, 3, 5, 8, 20]) }, (_, place) =>
    makeFee(random, {
      kind: plan.kind,
      currency: plan.currency,
      taxes: random.pick(plan.taxSets),
      isNegative: plan.hasNegativeLines && place > 0 && random.chance(0.4),
    }),
  );
  const { fees, credit } = plan.kind === 'final' ? withProgressiveCredit(random, made) : { fees: made, credit: 0n };
  const coupons = Array.from({ length: plan.coupons }, (_, place) => couponOf(random, place, plan.currency));
  const subTotal = feesTotal(fees) - credit;
  const discounted = applyCoupons(coupons, fees.map(discountable), subTotal, plan.currency);
  return {
    fees: discounted.fees,
    credit,
    coupons: discounted.couponsAmountCents,
    names: discounted.credits.map(({ couponId }) => couponId),
  };
}

/** Taxes of paid fees are copied, not computed again. */
const copiedTaxes = (fees: readonly MadeFee[], currency: string): bigint =>
  fees.reduce((sum, fee) => sum + feeTaxes(fee, currency).taxesAmountCents, 0n);

export function makeInvoice(random: Random, plan: InvoicePlan): MadeInvoice {
  const { fees, credit, coupons, names } = figuresOf(random, plan);
  const deductions = { progressiveBillingCreditCents: credit, couponsCents: coupons };
  const none = { creditNotesCents: 0n, prepaidGrantedCents: 0n, prepaidPurchasedCents: 0n };
  const totals = invoiceTotals(fees, { ...deductions, ...none });
  const taxes = plan.kind === 'advance_charges' ? copiedTaxes(fees, plan.currency) : totals.taxesAmountCents;
  const withTaxes = totals.subTotalExcludingTaxesAmountCents + taxes;
  const part = (share: number) => (plan.isPaidBefore && withTaxes > 0n ? (withTaxes * BigInt(share)) / 100n : 0n);
  const [notes, prepaid] = [part(random.int(0, 40)), part(random.int(0, 60))];
  const presentedFees = fees.map((fee) => presented(fee, { id: id(random), currency: plan.currency }));
  const source = {
    ...headOf(random, plan),
    fees_amount_cents: Number(totals.feesAmountCents),
    coupons_amount_cents: Number(coupons),
    progressive_billing_credit_amount_cents: Number(credit),
    sub_total_excluding_taxes_amount_cents: Number(totals.subTotalExcludingTaxesAmountCents),
    taxes_amount_cents: Number(taxes),
    sub_total_including_taxes_amount_cents: Number(withTaxes),
    credit_notes_amount_cents: Number(notes),
    prepaid_credit_amount_cents: Number(prepaid),
    total_amount_cents: Number(withTaxes - notes - prepaid),
    total_due_amount_cents: Number(withTaxes - notes - prepaid),
    subscriptions: [{ svc_id: 'subscription', name: random.chance(0.5) ? 'Staging & tests' : null, plan_code: 'pro' }],
    credits: names.map((name) => ({ item: { type: 'coupon', name } })),
    fees: presentedFees satisfies TaxedFee[],
  } as unknown as InvoiceSource;
  return { source, fees };
}

const headOf = (random: Random, plan: InvoicePlan) => ({
  svc_id: id(random),
  number: plan.number,
  invoice_type: plan.kind === 'final' ? 'subscription' : plan.kind,
  issuing_date: '2026-03-01',
  payment_due_date: '2026-03-31',
  net_payment_term: 30,
  currency: plan.currency,
  self_billed: plan.isSelfBilled,
  purchase_order_number: random.chance(0.3) ? 'PO-77' : null,
  created_at: '2026-03-01T00:10:00Z',
  customer: plan.customer,
  billing_periods: [{ charges_from_datetime: '2026-01-31T23:00:00Z' }],
});
