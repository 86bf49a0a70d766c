import { Decimal, roundHalfUp } from '@tollgate/rating';
import type { BillingFacts } from '../content/billing-facts.js';
import type { Days } from '../content/billing-periods.js';
import { feeRows } from '../content/fee-lines.js';
import { feeName } from '../content/fee-names.js';
import type { Language } from '../content/parties.js';
import { proratedProduct } from '../content/prorated-price.js';
import { absolute, exact, rounded, ZERO } from './amounts.js';
import type { EInvoiceLine, Hundredths, VatTreatment } from './model.js';
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

/** The sources of names of lines. */
export interface LineNames {
  language: Language;
  facts: BillingFacts;
}

export interface LineContext extends LineNames {
  step: bigint;
  /** The days of supply of a fee, as paper has them. */
  daysOf: (fee: TaxedFee) => Days | null;
  /** The name of a subscription on paper; empty if it has none. */
  subscriptionOf: (id: string) => string;
}

/** A line of an invoice (webhooks, section 9): one for each fee. @param id from 1 */
export function invoiceLine(
  fee: TaxedFee,
  { id, amount, vat }: { id: string; amount: Hundredths; vat: VatTreatment },
  context: LineContext,
): EInvoiceLine {
  return {
    id,
    ...namesOf(fee, context),
    ...subscriptionParts(fee, context),
    note: noteOf(fee, context),
    ...pricedLine(ownProduct(fee, context.facts), { amount, step: context.step }),
    vat: { category: vat.category, rate: vat.rate },
    period: context.daysOf(fee),
  };
}

/** Units and price as paper has them: of a prorated fee in its currency the prorated units and the full price. */
function ownProduct(fee: TaxedFee, facts: BillingFacts): PricedQuantity {
  const prorated = fee.pricing_unit_details ? null : proratedProduct(fee, facts);
  if (prorated) return { quantity: prorated.units, price: prorated.price };
  const isTrueUp = fee.svc_true_up_parent_fee_id !== null;
  return { quantity: isTrueUp ? ONE : new Decimal(fee.units), price: new Decimal(fee.precise_unit_amount) };
}

/** Longer notes end with an ellipsis: a graduated price may have hundreds of tiers. */
const longestNote = 4000;

/** The tiers and components of a fee, and how its units were counted, in the words and figures of paper. */
function noteOf(fee: TaxedFee, { language, facts }: LineContext): string | null {
  const [first, ...rows] = feeRows({ fee, name: '', level: 0 }, { language, facts, taxed: false });
  const parts = rows
    .filter(({ kind }) => kind === 'line')
    .map(({ cells: [name = '', units = '', price = '', total = ''] }) => {
      const product = [units, price].filter((text) => text !== '').join(' × ');
      return `${name}: ${product === '' ? total : `${product} = ${total}`}`;
    });
  const remarks = (first?.remarks ?? []).filter((remark) => remark !== fee.description);
  const note = [...parts, ...remarks].join('; ');
  if (note.length > longestNote) return `${note.slice(0, longestNote - 1)}…`;
  return note || null;
}

/** The external id and the name of a fee's subscription. */
function subscriptionParts(
  fee: TaxedFee,
  { language, subscriptionOf }: LineContext,
): Pick<EInvoiceLine, 'objectId' | 'attributes'> {
  const value = fee.svc_subscription_id ? subscriptionOf(fee.svc_subscription_id) : '';
  return {
    objectId: fee.external_subscription_id?.trim() || null,
    attributes: value === '' ? [] : [{ name: language.labels.subscription, value }],
  };
}

/** A line of a credit note: an item is a part of a fee, so its quantity is one. @param fee null if it is gone */
export function creditNoteLine(
  fee: TaxedFee | null,
  { id, amount, vat }: { id: string; amount: Hundredths; vat: VatTreatment },
  context: LineContext,
): EInvoiceLine {
  const { step } = context;
  const { prepaidCredits } = context.language.labels;
  const gone = { name: prepaidCredits, description: null, itemCode: 'credit', objectId: null, attributes: [] };
  return {
    id,
    ...(fee ? { ...namesOf(fee, context), ...subscriptionParts(fee, context) } : gone),
    note: null,
    ...pricedLine({ quantity: ONE, price: exact(amount).div(HUNDRED) }, { amount, step }),
    vat: { category: vat.category, rate: vat.rate },
    period: fee && context.daysOf(fee),
  };
}

/** The name in the catalog; the description is the name on the document, and the own text of an add-on. */
function namesOf(
  fee: TaxedFee,
  { facts, language }: LineNames,
): Pick<EInvoiceLine, 'name' | 'description' | 'itemCode'> {
  const { item } = fee;
  const text = item.type === 'add_on' ? fee.description : null;
  return {
    name: item.name.trim() || item.code.trim() || item.type,
    description: [feeName(fee, facts, language), ...(text ? [text] : [])].join(' – ').replace(/\s*\n\s*/g, ' – '),
    itemCode: item.code,
  };
}

/** A line of 0 for an invoice without fees: the standard requires one (BR-16). */
export const emptyLine = (name: string, vat: VatTreatment): EInvoiceLine => ({
  id: '1',
  name,
  description: null,
  note: null,
  objectId: null,
  attributes: [],
  itemCode: 'none',
  quantity: ONE,
  price: ZERO,
  rounding: 0n,
  amount: 0n,
  vat: { category: vat.category, rate: vat.rate },
  period: null,
});
