import type { Fee, PricingUnitDetails } from '@tollgate/contracts';
import { currencyExponent, Decimal, subunit } from '@tollgate/rating';
import type { ContentRow } from '../tables/document-contents.js';
import { readAmountDetails, type StatedDetails } from './amount-details.js';
import type { BillingFacts } from './billing-facts.js';
import { isTrueUp } from './fee-names.js';
import { partsOf, placesOfParts, type FeePart } from './fee-parts.js';
import { filled } from './labels/labels.js';
import type { Language } from './parties.js';
import { proratedProduct } from './prorated-price.js';

/** The data and the words of the lines of an invoice. */
export interface LineContext {
  language: Language;
  facts: BillingFacts;
  /** Whether the table has a column of tax rates: sold credits have none. */
  taxed: boolean;
}

/** A fee's name on the page, and its place. */
export interface NamedFee {
  fee: Fee;
  name: string;
  /** How far it is indented. */
  level: number;
}

/** Decimals of every pricing unit (charges, section 8). */
const pricingUnitPlaces = 2;

/** The currency of a fee's prices: that of its plan, or the pricing unit of its charge. */
interface Priced {
  currency: string;
  places: number;
  /** In main units. */
  unitPrice: Decimal;
  amount: Decimal;
}

/** Builds the rows of a fee: one line, or its parts and their subtotal (webhooks, section 8.2). */
export function feeRows(named: NamedFee, context: LineContext): ContentRow[] {
  const { fee } = named;
  const details = fee.amount_cents === 0 || isTrueUp(fee) ? null : readAmountDetails(fee.amount_details);
  const rows = details ? partRows(named, details, context) : [plainRow(named, context)];
  const [first] = rows;
  if (first) first.remarks.push(...remarksOf(fee, context, details));
  return rows;
}

/** The cells after the name; a table without taxes has no rate. */
function cellsOf(
  name: string,
  { units, price, rate, amount }: { units: string; price: string; rate: string; amount: string },
  { taxed }: LineContext,
): string[] {
  return [name, units, price, ...(taxed ? [rate] : []), amount];
}

function plainRow({ fee, name, level }: NamedFee, context: LineContext): ContentRow {
  const { formats } = context.language;
  const priced = pricedOf(fee);
  const product = proratedProduct(fee, context.facts);
  const units = product?.units ?? (isTrueUp(fee) ? new Decimal(1) : new Decimal(fee.units));
  const unitPrice = product?.price ?? (isSingle(fee) ? priced.amount : priced.unitPrice);
  return {
    kind: 'line',
    level,
    cells: cellsOf(
      name,
      {
        units: formats.units(units),
        price: formats.unitPrice(unitPrice, priced.currency, { units, amount: priced.amount }),
        rate: ratesOf(fee, context),
        amount: formats.money(fee.amount_cents, fee.amount_currency),
      },
      context,
    ),
    remarks: [],
  };
}

/** Whether a fee is one unit by its kind: its price is its amount, which may be a share of a period. */
const isSingle = (fee: Fee): boolean =>
  isTrueUp(fee) || ((fee.item.type === 'subscription' || fee.item.type === 'commitment') && Number(fee.units) === 1);

function partRows({ fee, name, level }: NamedFee, details: StatedDetails, context: LineContext): ContentRow[] {
  const { labels, formats } = context.language;
  const priced = pricedOf(fee);
  const parts = partsOf(details, new Decimal(fee.units), context.language);
  const places = placesOfParts(parts, priced.amount, priced.places);
  const none = { units: '', price: '', rate: '', amount: '' };
  const subtotal = {
    ...none,
    units: formats.units(new Decimal(fee.units)),
    rate: ratesOf(fee, context),
    amount: formats.money(fee.amount_cents, fee.amount_currency),
  };
  return [
    { kind: 'head', level, cells: cellsOf(name, none, context), remarks: [] },
    ...parts.map((part) => partRow(part, { level: level + 1, places, priced }, context)),
    { kind: 'subtotal', level: level + 1, cells: cellsOf(labels.partsTotal, subtotal, context), remarks: [] },
  ];
}

function partRow(
  { name, units, price, amount }: FeePart,
  { level, places, priced }: { level: number; places: number; priced: Priced },
  context: LineContext,
): ContentRow {
  const { formats } = context.language;
  const rounded = amount.toDecimalPlaces(places);
  const priceText = () => {
    if (price === null) return '';
    if ('rate' in price) return formats.rate(price.rate);
    return formats.unitPrice(price.amount, priced.currency, units ? { units, amount: rounded } : undefined);
  };
  const cells = {
    units: units ? formats.units(units) : '',
    price: priceText(),
    rate: '',
    amount: formats.amount(rounded, priced.currency, priced.places),
  };
  return { kind: 'line', level, cells: cellsOf(name, cells, context), remarks: [] };
}

/** Lists each rate of a fee, highest first (webhooks, section 8). */
function ratesOf(fee: Fee, { facts, language }: LineContext): string {
  const rates = facts.fees.get(fee.svc_id)?.taxRates ?? [];
  const shown = rates.length > 0 ? rates : [fee.taxes_rate];
  return shown.map((rate) => language.formats.rate(rate)).join('\n');
}

function pricedOf(fee: Fee): Priced {
  const unit = fee.pricing_unit_details;
  if (unit && !isTrueUp(fee)) {
    return {
      currency: unit.short_name,
      places: pricingUnitPlaces,
      unitPrice: new Decimal(unit.precise_unit_amount),
      amount: new Decimal(unit.amount_cents).div(100),
    };
  }
  const currency = fee.amount_currency;
  return {
    currency,
    places: currencyExponent(currency),
    unitPrice: new Decimal(fee.precise_unit_amount),
    amount: new Decimal(fee.amount_cents).div(subunit(currency)),
  };
}

/** Explains how a charge counted its units, and how its pricing unit was converted. */
function remarksOf(fee: Fee, { language, facts }: LineContext, details: StatedDetails | null): string[] {
  const { labels, formats } = language;
  const charge = facts.charges.get(fee.svc_charge_id ?? fee.svc_fixed_charge_id ?? '');
  const plan = facts.plans.get(fee.svc_subscription_id ?? '');
  const isUsage = !isTrueUp(fee) && fee.amount_cents !== 0;
  return [
    ...(details?.statesEvents && fee.events_count !== null
      ? [filled(labels.totalEvents, { count: formats.units(new Decimal(fee.events_count)) })]
      : []),
    ...(isUsage && charge?.prorated ? [proratedRemark(fee, details, { language, facts })] : []),
    ...(isUsage && charge?.weighted && plan ? [labels.perSecond[plan.interval]] : []),
    ...(fee.pricing_unit_details && isUsage ? [conversion(fee, fee.pricing_unit_details, language)] : []),
    ...(fee.description && fee.item.type === 'add_on' ? [fee.description] : []),
  ];
}

/** The units before proration, where the line has the prorated ones; else that its price is an average. */
function proratedRemark(
  fee: Fee,
  details: StatedDetails | null,
  { language: { labels, formats }, facts }: Pick<LineContext, 'language' | 'facts'>,
): string {
  if (details || !proratedProduct(fee, facts)) return labels.prorated;
  return filled(labels.proratedUnitsOf, { units: formats.units(new Decimal(fee.units)) });
}

/** `CR 300.00 × €0.50 = €150.00` */
function conversion(fee: Fee, unit: PricingUnitDetails, { formats }: Language): string {
  const units = new Decimal(unit.amount_cents).div(100);
  const { amount_currency: currency, amount_cents: cents } = fee;
  const amount = new Decimal(cents).div(subunit(currency));
  const rate = formats.unitPrice(new Decimal(unit.conversion_rate), currency, { units, amount });
  return `${formats.amount(units, unit.short_name, pricingUnitPlaces)} × ${rate} = ${formats.money(cents, currency)}`;
}
