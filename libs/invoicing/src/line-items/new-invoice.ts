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
} from '@tollgate/rating';
import { taxesOfLine, type Payer } from './payer.js';
import type { RatedBucket } from './rated-charge.js';
import type { ChargeView, FixedChargeView } from '@tollgate/catalog/reader';

/** A subscription on an invoice that is being made. */
export interface BilledSubscription {
  subscription: SubscriptionView;
  reason: InvoicingReason;
  /** The start of a plan in advance, billed when its trial has ended. */
  trialEnded?: boolean;
  /** How far the log of units of fixed charges is billed; all of it when that is not said. */
  quantityCutoff?: number | null;
  boundaries: InvoiceBoundaries;
  /** Its units of fixed charges, where it has no log of them: it exists in a preview alone. */
  units?: UnitChangeView[];
}

/**
 * A subscription as an invoice sees it, whenever that is made or computed anew: only the invoice of its end knows of its
 * end. Those of a start or of a period have a subscription before them that goes on, also where the end came in the same
 * instant, or before they were made.
 */
export function asBilled(subscription: SubscriptionView, reason: InvoicingReason): SubscriptionView {
  const { terms } = subscription;
  if (reason === 'subscription_terminating' || terms.terminatedAt === null) return subscription;
  return { ...subscription, nextPlan: null, terms: { ...terms, terminatedAt: null, successor: null } };
}

/** A line of an invoice that is being made, before it is written. Amounts in cents unless they say otherwise. */
export interface NewFee {
  type: 'subscription' | 'charge' | 'fixed_charge' | 'commitment' | 'add_on' | 'credit';
  /** Null on what is sold once. */
  subscription: SubscriptionView | null;
  charge: ChargeView | null;
  fixedCharge?: FixedChargeView;
  bucket: (Pick<RatedBucket, 'filter' | 'groupedBy'> & Partial<Pick<RatedBucket, 'presentation'>>) | null;
  itemId: string;
  itemCode: string;
  itemName: string;
  itemDescription: string | null;
  /** Free text, of what is sold once. */
  description?: string | null;
  invoiceDisplayName: string;
  amountCents: bigint;
  preciseAmountCents: Decimal;
  /** What is taken off before taxes: of progressive invoices and of coupons. */
  preciseCouponsAmountCents: Decimal;
  /** What of it progressive invoices of the period have billed, where they have been looked for. */
  progressiveCreditCents?: bigint;
  /** What credit notes pay of it, taxes included. */
  preciseCreditNotesAmountCents?: Decimal;
  units: Decimal;
  totalAggregatedUnits: Decimal | null;
  /** Main unit. */
  preciseUnitAmount: Decimal;
  eventsCount: number | null;
  amountDetails: AmountDetails;
  payInAdvance: boolean;
  /** Unix milliseconds. */
  from: number;
  to: number;
  /** The usage period that a fee paid in advance counts in, where it is not the one that it shows (charges, section 3.7). */
  chargesPeriod?: { from: number; to: number };
  /** Of the event that a fee paid in advance was made for. */
  eventTransactionId?: string;
  /** Whether it makes up for the minimum of its charge. */
  isTrueUp?: boolean;
  /** Its amounts in the unit that its charge is priced in. */
  pricingUnit?: PricingUnitAmounts;
  taxes: TaxView[];
  /** Taxes of what is charged, or of its plan, where those are its taxes, whoever pays. */
  ownTaxes: TaxView[];
}

/** What of a line says what it comes to with its taxes. */
export type TaxedLine = Pick<NewFee, 'amountCents' | 'preciseAmountCents' | 'preciseCouponsAmountCents' | 'taxes'>;

/** What of a line credit notes and wallets go by. */
export interface PayableLine extends TaxedLine, Pick<NewFee, 'type' | 'preciseCreditNotesAmountCents'> {
  charge: { metric: Pick<ChargeView['metric'], 'id'>; acceptsTargetWallet: boolean } | null;
  bucket: { groupedBy: Record<string, string | null> } | null;
}

const zero = new Decimal(0);

/** The fee of a plan for a period. */
export function subscriptionFeeLine(
  payer: Payer,
  boundaries: InvoiceBoundaries,
  amount: { amountCents: bigint; preciseAmountCents: Decimal },
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
    ...taxesOfLine(payer),
  };
}

/** The fee of one bucket of a usage charge for a period. */
export function chargeFeeLine(
  payer: Payer,
  charge: ChargeView,
  bucket: RatedBucket,
  period: { from: number; to: number },
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
    payInAdvance: false,
    from: period.from,
    to: period.to,
    ...taxesOfLine(payer, charge.taxes),
  };
}

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
  taxes: Map<string, TaxView>;
}

/** Taxes and totals of an invoice's lines (invoices, sections 3 and 4). */
export function priceInvoice<Line extends TaxedLine>(
  lines: Line[],
  currency: string,
  deductions: Partial<InvoiceDeductions> = {},
): PricedInvoice<Line> {
  const taxes = new Map(lines.flatMap((line) => line.taxes.map((tax) => [tax.code, tax] as const)));
  const taxable = lines.map((line) => ({
    ...line,
    taxes: line.taxes.map(({ code, rate }) => ({ code, rate: new Decimal(rate) })),
  }));
  return {
    fees: taxable.map((fee, position) => ({ line: lines[position] as Line, taxes: feeTaxes(fee, currency) })),
    totals: invoiceTotals(taxable, { ...noDeductions, ...deductions }),
    taxes,
  };
}
