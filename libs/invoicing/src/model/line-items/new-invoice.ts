import type { InvoicingReason } from '@tollgate/contracts';
import type { TaxView } from '@tollgate/catalog/reader';
import type { SubscriptionView, UnitChangeView } from '@tollgate/subscription/reader';
import {
  centsNumber,
  Decimal,
  feeTaxes,
  invoiceTotals,
  type AmountDetails,
  type FeeTaxes,
  type InvoiceBoundaries,
  type InvoiceDeductions,
  type InvoiceTotals,
  type PricingUnitAmounts,
  type Proration,
  type SubscriptionFee,
} from '@tollgate/rating';
import { chargeInputs, type ChargePart } from '../fee-inputs/charge-inputs.js';
import { subscriptionInputs } from '../fee-inputs/plan-inputs.js';
import type { StoredFeeInputs } from '../fee-inputs/fee-inputs.tables.js';
import { taxesOfLine, type Payer, type UsagePayer } from './payer.js';
import type { RatedBucket } from '../rated-charges/rated-charge.js';
import type { ChargeView, FixedChargeView } from '@tollgate/catalog/reader';

/** A subscription on a new invoice. */
export interface BilledSubscription {
  subscription: SubscriptionView;
  reason: InvoicingReason;
  /** Whether this is the start of a plan in advance, billed at the end of its trial. */
  trialEnded?: boolean;
  /** The last billed entry of the quantity history; absent means all. */
  quantityCutoff?: number | null;
  boundaries: InvoiceBoundaries;
  /** Its units of fixed charges, for a subscription without quantity history, which exists only in a preview. */
  units?: UnitChangeView[];
}

/**
 * A subscription from the view of an invoice, at its creation and at every later computation. Only the invoice of the
 * end includes the end. On the invoice of a start or a period, the subscription continues, even if it ended at the same
 * instant or before the creation.
 */
export function asBilled(subscription: SubscriptionView, reason: InvoicingReason): SubscriptionView {
  const { agreement } = subscription;
  if (reason === 'subscription_terminating' || agreement.terminatedAt === null) return subscription;
  return { ...subscription, nextPlan: null, agreement: { ...agreement, terminatedAt: null, successor: null } };
}

/** A tax of a line: one of the catalog, or one that a tax engine computed. */
export interface LineTax extends Omit<TaxView, 'id'> {
  /** Null for a tax of an engine. */
  id: string | null;
  /** Whole cents that an engine computed, in place of base times rate. */
  amountCents?: bigint;
}

/** A fee with its amounts, in cents unless stated otherwise. */
export interface FeeLine {
  type: 'subscription' | 'charge' | 'fixed_charge' | 'commitment' | 'add_on' | 'credit';
  /** Null for one-off sales. */
  subscription: SubscriptionView | null;
  charge: ChargeView | null;
  fixedCharge?: FixedChargeView;
  bucket: (Pick<RatedBucket, 'filter' | 'groupedBy'> & Partial<Pick<RatedBucket, 'presentation'>>) | null;
  itemId: string;
  itemCode: string;
  itemName: string;
  itemDescription: string | null;
  /** Free text, for one-off sales. */
  description?: string | null;
  invoiceDisplayName: string;
  amountCents: bigint;
  preciseAmountCents: Decimal;
  /** Deductions before taxes: progressive invoices and coupons. */
  preciseCouponsAmountCents: Decimal;
  /** The amount that progressive invoices of the period have billed of it; absent before the deduction. */
  progressiveCreditCents?: bigint;
  /** The amount that credit notes pay of it, taxes included. */
  preciseCreditNotesAmountCents?: Decimal;
  units: Decimal;
  totalAggregatedUnits: Decimal | null;
  /** Main unit. */
  preciseUnitAmount: Decimal;
  eventsCount: number | null;
  amountDetails: AmountDetails;
  /** How its units were prorated; absent for whole ones. */
  proration?: Proration;
  payInAdvance: boolean;
  /** Unix milliseconds. */
  from: number;
  to: number;
  /** The usage period in which a fee in advance counts, if it differs from the shown one (charges, section 3.7). */
  chargesPeriod?: { from: number; to: number };
  /** The event of a fee in advance. */
  eventTransactionId?: string;
  /** Whether it fills up the minimum of its charge. */
  isTrueUp?: boolean;
  /** Its amounts in the pricing unit of its charge. */
  pricingUnit?: PricingUnitAmounts;
  taxes: LineTax[];
  /** Taxes of the item or its plan that apply to every customer; empty for the customer's own. */
  ownTaxes: TaxView[];
}

/** A line of an invoice before it is written. */
export interface NewFee extends FeeLine {
  /** The inputs of its amount, which are stored with it. */
  inputs: StoredFeeInputs;
}

/** The part of a line that determines its total with taxes. */
export type TaxedLine = Pick<NewFee, 'amountCents' | 'preciseAmountCents' | 'preciseCouponsAmountCents' | 'taxes'>;

/** The part of a line that credit notes and wallets use. */
export interface PayableLine extends TaxedLine, Pick<NewFee, 'type' | 'preciseCreditNotesAmountCents'> {
  charge: { metric: Pick<ChargeView['metric'], 'id'>; acceptsTargetWallet: boolean } | null;
  bucket: { groupedBy: Record<string, string | null> } | null;
}

const zero = new Decimal(0);

/** Builds the fee of a plan for a period. */
export function subscriptionFeeLine(
  payer: Payer,
  boundaries: InvoiceBoundaries,
  amount: SubscriptionFee,
  subunit: Decimal,
): NewFee {
  const { subscription } = payer;
  const { plan } = subscription;
  return {
    type: 'subscription',
    subscription,
    charge: null,
    bucket: null,
    itemId: subscription.id,
    itemCode: plan.code,
    itemName: plan.name,
    itemDescription: plan.description,
    invoiceDisplayName: subscription.name || plan.invoiceDisplayName || plan.name,
    amountCents: amount.amountCents,
    preciseAmountCents: amount.preciseAmountCents,
    preciseCouponsAmountCents: zero,
    units: new Decimal(1),
    totalAggregatedUnits: null,
    preciseUnitAmount: amount.preciseAmountCents.div(subunit).toDecimalPlaces(15),
    eventsCount: null,
    amountDetails: { plan_amount_cents: centsNumber(plan.amountCents) },
    payInAdvance: plan.payInAdvance,
    from: boundaries.subscriptionFrom,
    to: boundaries.subscriptionTo,
    inputs: subscriptionInputs(plan.code, payer.customer.timezone, amount.basis),
    ...taxesOfLine(payer),
  };
}

/** Builds the fee of one bucket of a usage charge for a period. @param rated the period of its usage */
export function chargeFeeLine(
  payer: Payer,
  charge: ChargeView,
  bucket: RatedBucket,
  period: { from: number; to: number },
  rated: { from: number; to: number },
): NewFee {
  return {
    type: 'charge',
    subscription: payer.subscription,
    charge,
    bucket,
    itemId: charge.metric.id,
    itemCode: charge.metric.code,
    itemName: charge.metric.name,
    itemDescription: charge.metric.description,
    invoiceDisplayName: charge.invoiceDisplayName || charge.metric.name,
    amountCents: bucket.fee.amountCents,
    preciseAmountCents: bucket.fee.preciseAmountCents,
    preciseCouponsAmountCents: zero,
    units: bucket.fee.units,
    totalAggregatedUnits: bucket.aggregation.totalAggregatedUnits,
    preciseUnitAmount: bucket.fee.preciseUnitAmount,
    eventsCount: bucket.aggregation.eventsCount,
    amountDetails: bucket.fee.amountDetails,
    ...(bucket.fee.pricingUnit ? { pricingUnit: bucket.fee.pricingUnit } : {}),
    ...('proration' in bucket.aggregation ? { proration: bucket.aggregation.proration } : {}),
    payInAdvance: false,
    from: period.from,
    to: period.to,
    inputs: chargeInputs(partOfCharge(payer, charge, bucket, rated), bucket.aggregation),
    ...taxesOfLine(payer, charge.taxes),
  };
}

/** A bucket of a charge, as inputs name it. */
export const partOfCharge = (
  { subscription, customer }: Pick<UsagePayer, 'subscription' | 'customer'>,
  charge: ChargeView,
  { filter, groupedBy, reading }: Pick<RatedBucket, 'filter' | 'groupedBy'> & Partial<Pick<RatedBucket, 'reading'>>,
  period: { from: number; to: number },
): ChargePart => ({
  planCode: subscription.plan.code,
  charge,
  filter,
  groupedBy,
  timezone: customer.timezone,
  period,
  reading: reading ?? null,
});

const noDeductions: InvoiceDeductions = {
  progressiveBillingCreditCents: 0n,
  couponsCents: 0n,
  creditNotesCents: 0n,
  prepaidGrantedCents: 0n,
  prepaidPurchasedCents: 0n,
};

export interface PricedInvoice<Line = NewFee> {
  fees: { line: Line; taxes: FeeTaxes }[];
  totals: InvoiceTotals;
  /** The taxes of all lines, by code. */
  taxes: Map<string, LineTax>;
}

/** Computes taxes and totals of an invoice's lines (invoices, sections 3 and 4). */
export function priceInvoice<Line extends TaxedLine>(
  lines: Line[],
  currency: string,
  deductions: Partial<InvoiceDeductions> = {},
): PricedInvoice<Line> {
  const taxes = new Map(lines.flatMap((line) => line.taxes.map((tax) => [tax.code, tax] as const)));
  const taxable = lines.map((line) => ({
    ...line,
    taxes: line.taxes.map(({ code, rate, amountCents }) => ({
      code,
      rate: new Decimal(rate),
      ...(amountCents === undefined ? {} : { amountCents }),
    })),
  }));
  return {
    fees: taxable.map((fee, position) => ({ line: lines[position] as Line, taxes: feeTaxes(fee, currency) })),
    totals: invoiceTotals(taxable, { ...noDeductions, ...deductions }),
    taxes,
  };
}
