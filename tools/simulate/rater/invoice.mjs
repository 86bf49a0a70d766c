// Computes one invoice: its fees, coupons, taxes and credit notes, in this order (invoices, sections 3 to 6).
import { planAmount } from './plan-fee.mjs';
import { commitmentFee, fixedFees, renewalFees, usageFees } from './charge-fees.mjs';
import { creditEarlier } from './thresholds.mjs';
import { rational, smaller, greater, sum, zero } from './rational.mjs';
import { applyWallets } from './wallets.mjs';

/** The first level that names taxes applies (invoices, section 4.2). */
export function taxesOf(fee, customer, world) {
  const { plan } = fee.subscription;
  const levels = [
    fee.charge?.taxes,
    fee.fixed?.taxes,
    fee.type === 'commitment' ? plan.commitmentTaxes : undefined,
    plan.taxes,
    customer.taxes,
  ];
  return levels.find((taxes) => taxes?.length > 0) ?? [...world.taxes.values()].filter((tax) => tax.everywhere);
}

/** Taxes of an add-on fee: those of the call, else the add-on's, else the customer's. */
export function taxesOfAddOn(codes, addOn, customer, world) {
  const by = (names) => (names ?? []).flatMap((code) => world.taxes.get(code) ?? []);
  const named = [by(codes), by(addOn.tax_codes)].find((taxes) => taxes.length > 0);
  if (named) return named;
  return customer.taxes.length > 0 ? customer.taxes : [...world.taxes.values()].filter((one) => one.everywhere);
}

function partFees(part, world) {
  const fees = [];
  if (part.planFee) {
    const precise = planAmount(part, world);
    const { from, to } = part.boundaries.plan;
    const { subscription } = part;
    fees.push({
      type: 'subscription',
      subscription,
      code: subscription.plan.code,
      units: rational(1),
      amountCents: precise.round(),
      precise,
      planAmountCents: subscription.plan.amountCents,
      from,
      to,
      filter: null,
      group: {},
    });
  }
  fees.push(...usageFees(part, world), ...renewalFees(part, world, true), ...fixedFees(part, world));
  fees.push(...commitmentFee(part, fees, world));
  return fees;
}

/** The fees that a coupon may reduce (invoices, section 5.3). */
function targets(coupon, fees) {
  if (coupon.metrics.length > 0)
    return fees.filter((fee) => fee.type === 'charge' && coupon.metrics.includes(fee.code));
  if (coupon.plans.length > 0) return fees.filter((fee) => coupon.plans.includes(fee.subscription.plan.code));
  return fees;
}

const rank = (coupon) => (coupon.metrics.length > 0 ? 0 : coupon.plans.length > 0 ? 1 : 2);
const discounted = (fee) => rational(fee.amountCents).minus(fee.coupons);

function applyCoupons(invoice) {
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
    let amount;
    if (coupon.type === 'percentage') amount = smaller(rational(base.times(coupon.rate).over(100n).round()), base);
    else amount = smaller(coupon.frequency === 'once' ? coupon.remaining : coupon.amount, base);
    if (!base.isZero()) {
      const before = fees.map(discounted);
      fees.forEach((fee, i) => {
        fee.coupons = smaller(
          fee.coupons.plus(amount.times(before[i]).over(base)).roundTo(5),
          rational(fee.amountCents),
        );
      });
    }
    const credit = amount.floor();
    invoice.credits.push({ type: 'coupon', coupon, code: coupon.code, amountCents: credit });
    invoice.couponsCents += credit;
    remainder = remainder.minus(credit);
    if (coupon.frequency === 'recurring') {
      coupon.periods -= 1;
      if (coupon.periods === 0) coupon.status = 'terminated';
    } else if (coupon.frequency === 'once') {
      if (coupon.type === 'fixed_amount') coupon.remaining = coupon.remaining.minus(credit);
      if (coupon.type === 'percentage' || !coupon.remaining.greaterThan(zero)) coupon.status = 'terminated';
    }
  }
}

/** @returns the exact taxes of a fee */
function taxFee(fee, customer, world) {
  fee.taxes = taxesOf(fee, customer, world);
  return fixCents(fee).exactTaxes;
}

/** Computes the taxes of a fee. @returns the fee */
export function fixCents(fee) {
  const rate = sum(fee.taxes.map((one) => one.rate)).over(100n);
  const exactTaxes = discounted(fee).times(rate);
  fee.taxesCents = exactTaxes.round();
  fee.preciseTaxes = rational(fee.precise ?? fee.amountCents)
    .minus(fee.coupons)
    .times(rate);
  fee.exactTaxes = exactTaxes;
  return fee;
}

function applyTaxes(invoice, world) {
  invoice.taxesCents = sum(invoice.fees.map((fee) => taxFee(fee, invoice.customer, world))).round();
}

/** Stores a fee without an invoice: taxed at once, without coupons (charges, section 3.7). */
export function storeUninvoicedFee(fee, world) {
  fee.coupons = zero;
  taxFee(fee, fee.subscription.customer, world);
  world.uninvoicedFees.push(fee);
}

function applyCreditNotes(invoice, world) {
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
function spreadCredit(used, { fees, totalCents }) {
  for (const fee of fees) {
    const gross = discounted(fee).plus(fee.taxesCents);
    const before = fee.credited ?? zero;
    fee.credited = smaller(before.plus(rational(used).times(gross.minus(before)).over(totalCents)).roundTo(5), gross);
  }
}

/** Computes an invoice from scratch, as a draft or finally. */
export function compute(invoice, world, final) {
  Object.assign(invoice, {
    fees: [],
    credits: [],
    couponsCents: 0n,
    progressiveCents: 0n,
    creditNotesCents: 0n,
    prepaid: { granted: 0n, purchased: 0n },
  });
  invoice.fees = invoice.readyFees ?? invoice.parts.flatMap((part) => partFees(part, world));
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

/**
 * Creates the note for the unused days of a plan paid in advance (invoices, section 6.7); for a draft, when it is
 * final.
 * @param owed `{ subscription, invoice, amount, feeCents }`: the exact amount before coupons and taxes, and the fee at
 * that time. If the draft ends with another fee, the note follows that fee
 */
export function settleNote({ subscription, invoice, amount, feeCents }, world) {
  const fee = invoice.fees.find((one) => one.type === 'subscription' && one.subscription === subscription);
  if (!fee || fee.amountCents === 0n) return;
  const item = greater(smaller(amount, rational(feeCents)).minus(fee.noted ?? zero), zero).floorTo(5);
  const adjusted = fee.amountCents === feeCents ? item : item.times(fee.amountCents).over(feeCents).floorTo(5);
  if (adjusted.isZero()) return;
  issueNote(invoice, [{ fee, amount: adjusted }], world);
}

/** The part of a fee that no credit note has credited yet. */
export const remaining = (fee) => rational(fee.amountCents).minus(fee.noted ?? zero);

const cents = (values) => values.reduce((total, value) => total + value, 0n);

/** The figures of an invoice that earlier notes have not credited. */
export function uncreditedPartOf(invoice, world) {
  const notes = world.creditNotes.filter((note) => note.invoice === invoice);
  return {
    items: sum(invoice.fees.map(remaining)),
    subTotal: invoice.subTotalCents - cents(notes.map((note) => note.subTotalCents)),
    taxes: invoice.taxesCents - cents(notes.map((note) => note.taxesCents)),
    rounded: sum(notes.map((note) => rational(note.taxesCents).minus(note.preciseTaxes))),
  };
}

const notAbove = (value, most) => (value < most ? value : most > 0n ? most : 0n);

/**
 * Figures of a note of some fees, as exact amounts before coupons and taxes (invoices, section 6.2). A note never
 * exceeds the uncredited part of the invoice, and the last one equals it.
 */
export function noteFigures(items, uncredited) {
  const bases = items.map(({ fee, amount }) => ({
    fee,
    coupons: fee.coupons.times(amount).over(fee.amountCents),
    amount,
  }));
  const net = sum(items.map(({ amount }) => amount)).minus(sum(bases.map(({ coupons }) => coupons)).roundTo(5));
  const taxed = bases.flatMap(({ fee, amount, coupons }) =>
    fee.taxes.map((one) => amount.minus(coupons).times(one.rate).over(100n)),
  );
  const isLast = items.length > 0 && sum(items.map(({ amount }) => amount)).equals(uncredited.items);
  const precise = isLast ? sum(taxed).roundTo(5).minus(uncredited.rounded) : sum(taxed).roundTo(5);
  const subTotal = isLast
    ? notAbove(uncredited.subTotal, uncredited.subTotal)
    : notAbove(net.round(), uncredited.subTotal);
  const taxes = isLast ? notAbove(uncredited.taxes, uncredited.taxes) : notAbove(precise.round(), uncredited.taxes);
  const isFree = !isLast && subTotal === net.round() && taxes === precise.round();
  return { preciseTaxes: precise, taxes, subTotal, total: isFree ? net.plus(precise).round() : subTotal + taxes };
}

/** Moves the cent by which rounding separates the total from its parts. */
export function finalCent(split, { taxes, subTotal }) {
  const excess = split.creditCents + split.refundCents + split.offsetCents - taxes - subTotal;
  if (excess === 0n) return split;
  const cent = excess > 0n ? -1n : 1n;
  const part = ['creditCents', 'refundCents'].find((name) => split[name] > 0n) ?? 'offsetCents';
  return { ...split, [part]: split[part] + cent };
}

/** @returns the new note */
export function writeNote(world, invoice, items, { preciseTaxes, taxes, subTotal }, split) {
  for (const { fee, amount } of items) fee.noted = (fee.noted ?? zero).plus(amount);
  const note = {
    customer: invoice.customer,
    currency: invoice.currency,
    invoice,
    ...split,
    totalCents: split.creditCents + split.refundCents + split.offsetCents,
    subTotalCents: subTotal,
    taxesCents: taxes,
    preciseTaxes,
    items,
    balance: split.creditCents,
    creditStatus: 'available',
  };
  world.creditNotes.push(note);
  return note;
}

/** An automatic note: all of it is credit. */
export function issueNote(invoice, items, world) {
  const figures = noteFigures(items, uncreditedPartOf(invoice, world));
  const split = finalCent({ creditCents: figures.total, refundCents: 0n, offsetCents: 0n }, figures);
  if (split.creditCents > 0n) writeNote(world, invoice, items, figures, split);
}
