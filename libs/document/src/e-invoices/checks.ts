import { currencyExponent, percentOf } from '@tollgate/rating';
import { isReasonOf, withdrawnCurrencies } from '@tollgate/contracts/e-invoices';
import { absolute, amountText, exact, rounded, totalOf } from './amounts.js';
import type { EInvoice, Hundredths, VatSubtotal } from './model.js';

const sumOf = <T>(list: readonly T[], amountOf: (each: T) => Hundredths): Hundredths => totalOf(list.map(amountOf));

/** A rule of the standard with the figures that it compares. */
interface Rule {
  name: string;
  is: Hundredths;
  shouldBe: Hundredths;
  /** Absent for rules that hold exactly. */
  within?: Hundredths;
}

/** The tests of BR-CO-17 and BR-S-09 allow less than one main unit: a document's taxes are rounded together. */
const lessThanOneUnit = 99n;
/** Peppol's limit for a line's amount (PEPPOL-EN16931-R120). */
const twoHundredths = 2n;

const sameRate = (one: Pick<VatSubtotal, 'category' | 'rate'>, other: Pick<VatSubtotal, 'category' | 'rate'>) =>
  one.category === other.category && one.rate.eq(other.rate);

/** The base of a rate is its lines less its deductions (BR-S-08 and its like). */
function rulesOfSubtotal(model: EInvoice, subtotal: VatSubtotal): Rule[] {
  const lines = model.lines.filter(({ vat }) => sameRate(vat, subtotal));
  const deductions = model.deductions.filter(({ vat }) => sameRate(vat, subtotal));
  const name = `${subtotal.category} ${subtotal.rate.toFixed()} %`;
  const base = sumOf(lines, ({ amount }) => amount) - sumOf(deductions, ({ amount }) => amount);
  return [
    { name: `BR-S-08, ${name}`, is: subtotal.base, shouldBe: base },
    {
      name: `BR-CO-17, ${name}`,
      is: subtotal.tax,
      shouldBe: rounded(percentOf(exact(subtotal.base), subtotal.rate)),
      within: subtotal.category === 'S' ? lessThanOneUnit : 0n,
    },
  ];
}

function rulesOf(model: EInvoice): Rule[] {
  const { totals, lines, deductions, vat } = model;
  const allowances = deductions.filter(({ amount }) => amount > 0n);
  const charges = deductions.filter(({ amount }) => amount < 0n);
  return [
    { name: 'BR-CO-10', is: totals.lines, shouldBe: sumOf(lines, ({ amount }) => amount) },
    { name: 'BR-CO-11', is: totals.allowances, shouldBe: sumOf(allowances, ({ amount }) => amount) },
    { name: 'BR-CO-12', is: totals.charges, shouldBe: -sumOf(charges, ({ amount }) => amount) },
    { name: 'BR-CO-13', is: totals.withoutVat, shouldBe: totals.lines - totals.allowances + totals.charges },
    { name: 'BR-CO-14', is: totals.vat, shouldBe: sumOf(vat, ({ tax }) => tax) },
    { name: 'BR-CO-15', is: totals.withVat, shouldBe: totals.withoutVat + totals.vat },
    { name: 'BR-CO-16', is: totals.payable, shouldBe: totals.withVat - totals.paid + totals.rounding },
    { name: 'bases', is: totals.withoutVat, shouldBe: sumOf(vat, ({ base }) => base) },
    ...vat.flatMap((subtotal) => rulesOfSubtotal(model, subtotal)),
    ...lines.map(({ id, quantity, price, rounding, amount }) => ({
      name: `line ${id}`,
      is: amount,
      shouldBe: rounded(quantity.times(price).times(100)) + rounding,
      within: twoHundredths,
    })),
  ];
}

/** Rules without figures. */
function formFaults({ lines, vat, totals, currency }: EInvoice): string[] {
  const negative = lines.filter(({ price }) => price.lt(0)).map(({ id }) => `BR-27: the price of line ${id}`);
  const unknown = lines.filter((line) => !vat.some((subtotal) => sameRate(line.vat, subtotal)));
  const categories = vat.map(({ category }) => category);
  return [
    ...negative,
    ...unknown.map(({ id }) => `BR-CO-18: line ${id} has no VAT subtotal`),
    ...(withdrawnCurrencies.has(currency) ? [`BR-CL-04: ${currency} is withdrawn`] : []),
    ...(lines.length === 0 ? ['BR-16: there is no line'] : []),
    ...(categories.includes('O') && categories.length > 1 ? ['BR-O-11: O beside other categories'] : []),
    ...(absolute(totals.rounding) > roundingOf(currency) ? [`rounding: ${amountText(totals.rounding)}`] : []),
    ...vat.flatMap((each) => rateFaults(each)),
  ];
}

/** Hundredths by which two decimals can miss the sum of figures with more of them. */
const roundingOf = (currency: string): Hundredths => (currencyExponent(currency) > 2 ? 2n : 0n);

function rateFaults({ category, rate, reason }: VatSubtotal): string[] {
  const needsReason = category !== 'S' && category !== 'Z';
  return [
    ...((category === 'S') === rate.gt(0) ? [] : [`${category} at ${rate.toFixed()} %`]),
    ...(needsReason === (reason !== null) ? [] : [`${category} ${needsReason ? 'without' : 'with'} a reason`]),
    ...(needsReason && reason && !isReasonOf(category, reason) ? [`BR-CL-22: ${reason.code} of ${category}`] : []),
  ];
}

/** Everything that makes a model's file invalid by its figures, by the rules of EN 16931; empty if nothing does. */
export function arithmeticFaults(model: EInvoice): string[] {
  const broken = rulesOf(model).filter(({ is, shouldBe, within = 0n }) => absolute(is - shouldBe) > within);
  return [
    ...broken.map(({ name, is, shouldBe }) => `${name}: ${amountText(is)} is not ${amountText(shouldBe)}`),
    ...formFaults(model),
  ];
}
