// Computes one invoice: its fees, coupons, taxes and credit notes, in this order (invoices, sections 3 to 6).
import type { AddOnRequest } from '../requests.ts';
import { planAmount } from './plan-fee.ts';
import { commitmentFee, renewalFees, usageFees } from './charge-fees.ts';
import { fixedFees } from './fixed-fees.ts';
import { present } from './impossible.ts';
import type { BillingPart, ChargeFee, Fee, Invoice, SubscriptionFee } from './model.ts';
import type { AppliedCoupon, Customer, Tax } from './catalog.ts';
import { settleNote } from './notes.ts';
import { creditEarlier } from './progressive-credit.ts';
import { type Rational, rational, smaller, sum, zero } from './rational.ts';
import { newFigures } from './records.ts';
import type { State } from './state.ts';
import { applyWallets } from './wallets.ts';

const generalTaxes = (world: State) => [...world.taxes.values()].filter((tax) => tax.everywhere);

function ownTaxes(fee: SubscriptionFee): Tax[] {
  if (fee.type === 'charge') return fee.charge.taxes;
  if (fee.type === 'fixed_charge') return fee.fixed.taxes;
  return fee.type === 'commitment' ? fee.subscription.plan.commitmentTaxes : [];
}

/** The first level that names taxes applies (invoices, section 4.2). */
function taxesOf(fee: Fee, customer: Customer, world: State): Tax[] {
  if (fee.subscription === null) return fee.taxes;
  const levels = [ownTaxes(fee), fee.subscription.plan.taxes, customer.taxes];
  return levels.find((taxes) => taxes.length > 0) ?? generalTaxes(world);
}

/** Taxes of an add-on fee: those of the call, else the add-on's, else the customer's. */
export function taxesOfAddOn(
  codes: string[] | undefined,
  addOn: AddOnRequest,
  customer: Customer,
  world: State,
): Tax[] {
  const by = (names: string[] | undefined) => (names ?? []).flatMap((code) => world.taxes.get(code) ?? []);
  const named = [by(codes), by(addOn.tax_codes)].find((taxes) => taxes.length > 0);
  if (named) return named;
  return customer.taxes.length > 0 ? customer.taxes : generalTaxes(world);
}

function partFees(part: BillingPart, world: State): Fee[] {
  const fees: Fee[] = [];
  if (part.planFee) {
    const precise = planAmount(part, world);
    const { from, to } = part.boundaries.plan;
    const { subscription } = part;
    fees.push({
      type: 'subscription',
      subscription,
      code: subscription.plan.code,
      ...newFigures(rational(1), precise.round(), precise),
      planAmountCents: subscription.plan.amountCents,
      from,
      to,
    });
  }
  fees.push(...usageFees(part, world), ...renewalFees(part, world, true), ...fixedFees(part, world));
  fees.push(...commitmentFee(part, fees, world));
  return fees;
}

/** The fees that a coupon may reduce (invoices, section 5.3). */
function targets(coupon: AppliedCoupon, fees: Fee[]): Fee[] {
  if (coupon.metrics.length > 0)
    return fees.filter((fee) => fee.type === 'charge' && coupon.metrics.includes(fee.code));
  if (coupon.plans.length > 0)
    return fees.filter(({ subscription }) => subscription !== null && coupon.plans.includes(subscription.plan.code));
  return fees;
}

/** Coupons for metrics apply first, then those for plans. */
const rank = (coupon: AppliedCoupon) => (coupon.metrics.length > 0 ? 0 : coupon.plans.length > 0 ? 1 : 2);
const discounted = (fee: Fee) => rational(fee.amountCents).minus(fee.coupons);

/** The amount that a coupon takes off a base. */
function discountOf({ type, rate, frequency, remaining, amount }: AppliedCoupon, base: Rational): Rational {
  if (type === 'percentage') return smaller(base.times(present(rate, 'rate of the coupon')).over(100n).round(), base);
  return smaller(present(frequency === 'once' ? remaining : amount, 'amount of the coupon'), base);
}

/** Counts a use of a coupon, which may end it (invoices, section 5.4). */
function useUp(coupon: AppliedCoupon, credit: bigint): void {
  if (coupon.frequency === 'recurring') {
    coupon.periods -= 1;
    if (coupon.periods === 0) coupon.status = 'terminated';
  } else if (coupon.frequency === 'once') {
    if (coupon.type === 'fixed_amount')
      coupon.remaining = present(coupon.remaining, 'remainder of the coupon').minus(credit);
    if (coupon.type === 'percentage' || !coupon.remaining?.greaterThan(zero)) coupon.status = 'terminated';
  }
}

function applyCoupons(invoice: Invoice): void {
  const candidates = invoice.customer.coupons
    .filter((coupon) => coupon.status === 'active')
    .sort((a, b) => rank(a) - rank(b) || a.place - b.place);
  let remainder = rational(invoice.feesCents - invoice.progressiveCents);
  for (const coupon of candidates) {
    if (!remainder.greaterThan(zero)) break;
    if (coupon.type === 'fixed_amount' && coupon.currency !== invoice.currency) continue;
    const fees = targets(coupon, invoice.fees);
    if (fees.length === 0) continue;
    const base = rank(coupon) < 2 ? sum(fees.map(discounted)) : remainder;
    const amount = discountOf(coupon, base);
    if (!base.isZero())
      for (const fee of fees) {
        const share = amount.times(discounted(fee)).over(base);
        fee.coupons = smaller(fee.coupons.plus(share).roundTo(5), fee.amountCents);
      }
    const credit = amount.floor();
    invoice.credits.push({ type: 'coupon', coupon, amountCents: credit });
    invoice.couponsCents += credit;
    remainder = remainder.minus(credit);
    useUp(coupon, credit);
  }
}

/** @returns the exact taxes of a fee */
function taxFee(fee: Fee, customer: Customer, world: State): Rational {
  fee.taxes = taxesOf(fee, customer, world);
  return fixCents(fee).exactTaxes;
}

/** Computes the taxes of a fee. @returns the fee */
export function fixCents<T extends Fee>(fee: T): T {
  const rate = sum(fee.taxes.map((one) => one.rate)).over(100n);
  const exactTaxes = discounted(fee).times(rate);
  fee.taxesCents = exactTaxes.round();
  fee.preciseTaxes = fee.precise.minus(fee.coupons).times(rate);
  fee.exactTaxes = exactTaxes;
  return fee;
}

function applyTaxes(invoice: Invoice, world: State): void {
  invoice.taxesCents = sum(invoice.fees.map((fee) => taxFee(fee, invoice.customer, world))).round();
}

/** Stores a fee without an invoice: taxed at once, without coupons (charges, section 3.7). */
export function storeUninvoicedFee(fee: ChargeFee, world: State): void {
  fee.coupons = zero;
  taxFee(fee, fee.subscription.customer, world);
  world.uninvoicedFees.push(fee);
}

function applyCreditNotes(invoice: Invoice, world: State): void {
  const notes = world.creditNotes.filter(
    (note) =>
      note.customer === invoice.customer &&
      note.currency === invoice.currency &&
      note.invoice !== invoice &&
      note.balance > 0n,
  );
  for (const note of notes) {
    const used = note.balance < invoice.totalCents ? note.balance : invoice.totalCents;
    if (used <= 0n) continue;
    spreadCredit(used, invoice);
    note.balance -= used;
    if (note.balance === 0n) note.creditStatus = 'consumed';
    invoice.creditNotesCents += used;
    invoice.totalCents -= used;
    invoice.credits.push({ type: 'credit_note', note, amountCents: used });
  }
}

/** Spreads a credit note over the fees with their taxes, for the wallets that pay the rest (invoices, section 6.6). */
function spreadCredit(used: bigint, { fees, totalCents }: Invoice): void {
  for (const fee of fees) {
    const gross = discounted(fee).plus(fee.taxesCents);
    const share = rational(used).times(gross.minus(fee.credited)).over(totalCents);
    fee.credited = smaller(fee.credited.plus(share).roundTo(5), gross);
  }
}

/** Computes an invoice from scratch, as a draft or finally. */
export function compute(invoice: Invoice, world: State, final: boolean): void {
  Object.assign(invoice, {
    fees: [],
    credits: [],
    couponsCents: 0n,
    progressiveCents: 0n,
    creditNotesCents: 0n,
    prepaid: { granted: 0n, purchased: 0n },
  });
  invoice.fees = invoice.readyFees ?? invoice.parts.flatMap((part) => (part.boundaries ? partFees(part, world) : []));
  for (const fee of invoice.fees) {
    fee.coupons = zero;
    fee.credited = zero;
    fee.early = 0n;
    fee.invoice = invoice;
  }
  invoice.feesCents = invoice.fees.reduce((total, fee) => total + fee.amountCents, 0n);
  creditEarlier(invoice, world);
  if (final && invoice.feesCents > 0n) applyCoupons(invoice);
  applyTaxes(invoice, world);
  invoice.subTotalCents = invoice.feesCents - invoice.progressiveCents - invoice.couponsCents;
  invoice.totalCents = invoice.subTotalCents + invoice.taxesCents;
  if (!final) return;
  applyCreditNotes(invoice, world);
  applyWallets(invoice, world);
  for (const pending of invoice.pendingNotes) settleNote(pending, world);
}
