import { Decimal, roundHalfUp } from '@tollgate/rating';
import { DateTime } from 'luxon';
import { feeName } from '../content/fee-names.js';
import type { BillingFacts } from '../content/billing-facts.js';
import type { Language } from '../content/parties.js';
import { absolute, exact, rounded, ZERO } from './amounts.js';
import type { EInvoiceLine, Hundredths, Period, VatTreatment } from './model.js';
import type { TaxedFee } from './sources.js';

/** Main units. */
interface PricedQuantity {
  quantity: Decimal;
  price: Decimal;
}

const ONE = new Decimal(1);
const HUNDRED = new Decimal(100);
/** Of prices; stored ones have as many, those of commitments more. */
const places = 15;
/** Peppol's own limit for the amount of a line is 2 hundredths (PEPPOL-EN16931-R120). */
const unnoticed = 1n;

/**
 * Chooses quantity and price of a line. These are the fee's own ones if the amount follows from them. Otherwise
 * (minimums, free units) the price is the amount of one unit. Prices are never negative (BR-27); quantities may be.
 * @param matches whether the fee's own price gives its amount
 */
function pricedQuantity(own: PricedQuantity, amount: Hundredths, matches: boolean): PricedQuantity {
  if (matches) return own.price.lt(0) ? { quantity: own.quantity.neg(), price: own.price.neg() } : own;
  const quantity = own.quantity.isZero() ? ONE : own.quantity.abs();
  const price = roundHalfUp(exact(absolute(amount)).div(HUNDRED).div(quantity), places);
  return { quantity: amount < 0n ? quantity.neg() : quantity, price };
}

/** A line's amount, and what rounding to it took: yen have no hundredths, and two decimals are too few for fils. */
export function pricedLine(
  own: PricedQuantity,
  { amount, step }: { amount: Hundredths; step: bigint },
): PricedQuantity & Pick<EInvoiceLine, 'rounding' | 'amount'> {
  const price = roundHalfUp(own.price, places);
  const distance = own.quantity.times(price).times(HUNDRED).minus(exact(amount)).abs();
  const matches = distance.lt(exact(step));
  const chosen = pricedQuantity({ quantity: own.quantity, price }, amount, matches);
  const rounding = amount - rounded(chosen.quantity.times(chosen.price).times(HUNDRED));
  return { ...chosen, amount, rounding: absolute(rounding) > unnoticed ? rounding : 0n };
}

/** The first and last day of a fee, in the customer's time zone; absent on commitments and sold credits. */
function periodOf({ from_date: from, to_date: to }: TaxedFee, zone: string): Period | null {
  if (!from || !to) return null;
  const [first, last] = [from, to].map((instant) => DateTime.fromISO(instant, { zone }).toISODate());
  return first && last && first <= last ? { from: first, to: last } : null;
}

/** The sources of names of lines. */
export interface LineNames {
  language: Language;
  facts: BillingFacts;
}

export interface LineContext extends LineNames {
  timezone: string;
  step: bigint;
}

/** A line of an invoice (webhooks, section 9): one for each fee. @param id from 1 */
export function invoiceLine(
  fee: TaxedFee,
  { id, amount, vat }: { id: string; amount: Hundredths; vat: VatTreatment },
  { language, facts, timezone, step }: LineContext,
): EInvoiceLine {
  const isTrueUp = fee.svc_true_up_parent_fee_id !== null;
  const own = { quantity: isTrueUp ? ONE : new Decimal(fee.units), price: new Decimal(fee.precise_unit_amount) };
  return {
    id,
    ...namesOf(fee, facts, language),
    ...pricedLine(own, { amount, step }),
    vat: { category: vat.category, rate: vat.rate },
    period: periodOf(fee, timezone),
  };
}

/** A line of a credit note: an item is a part of a fee, so its quantity is one. @param fee null if it is gone */
export function creditNoteLine(
  fee: TaxedFee | null,
  { id, amount, vat }: { id: string; amount: Hundredths; vat: VatTreatment },
  { language, facts, timezone, step }: LineContext,
): EInvoiceLine {
  const { prepaidCredits } = language.labels;
  return {
    id,
    ...(fee ? namesOf(fee, facts, language) : { name: prepaidCredits, description: null, itemCode: 'credit' }),
    ...pricedLine({ quantity: ONE, price: exact(amount).div(HUNDRED) }, { amount, step }),
    vat: { category: vat.category, rate: vat.rate },
    period: fee && periodOf(fee, timezone),
  };
}

/** The name in the catalog; the description is the name on the document, and the own text of an add-on. */
function namesOf(
  fee: TaxedFee,
  facts: BillingFacts,
  language: Language,
): Pick<EInvoiceLine, 'name' | 'description' | 'itemCode'> {
  const { item } = fee;
  const text = item.type === 'add_on' ? fee.description : null;
  return {
    name: item.name.trim() || item.code.trim() || item.type,
    description: [feeName(fee, facts, language), ...(text ? [text] : [])].join(' – ').replace(/\s*\n\s*/g, ' – '),
    itemCode: item.code,
  };
}

/** From the first to the last day of all lines. */
export function wholePeriod(lines: readonly Pick<EInvoiceLine, 'period'>[]): Period | null {
  const periods = lines.flatMap(({ period }) => period ?? []);
  const [first] = periods.map(({ from }) => from).sort();
  const last = periods
    .map(({ to }) => to)
    .sort()
    .at(-1);
  return first && last ? { from: first, to: last } : null;
}

/** A line of 0 for an invoice without fees: the standard requires one (BR-16). */
export const emptyLine = (name: string, vat: VatTreatment): EInvoiceLine => ({
  id: '1',
  name,
  description: null,
  itemCode: 'none',
  quantity: ONE,
  price: ZERO,
  rounding: 0n,
  amount: 0n,
  vat: { category: vat.category, rate: vat.rate },
  period: null,
});
