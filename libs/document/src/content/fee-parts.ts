import { Decimal, roundHalfUp, sumOf } from '@tollgate/rating';
import type {
  AmountDetails,
  GraduatedRange,
  PackageDetails,
  PercentageDetails,
  PercentageRange,
  VolumeDetails,
} from './amount-details.js';
import { filled } from './labels/labels.js';
import type { Language } from './parties.js';

/** One tier or component of a fee (webhooks, section 8.2). Amounts are in main units, unrounded. */
export interface FeePart {
  name: string;
  units: Decimal | null;
  /** The price of a unit, or a rate in percent. */
  price: { amount: Decimal } | { rate: Decimal } | null;
  amount: Decimal;
}

/**
 * Splits a fee into its tiers or components, in page order.
 * @param units of the whole fee
 */
export function partsOf(details: AmountDetails, units: Decimal, language: Language): FeePart[] {
  switch (details.model) {
    case 'graduated':
      return details.ranges.flatMap((range) => tierParts(range, language));
    case 'graduated_percentage':
      return details.ranges.flatMap((range) => percentageTierParts(range, language));
    case 'package':
      return packageParts(details.details, units, language);
    case 'percentage':
      return percentageParts(details.details, language);
    case 'volume':
      return volumeParts(details.details, units, language);
  }
}

/** Ranges of prices count on from the bound before, or share it; the label shows the stored bounds. */
function tierName({ from_value: from, to_value: to }: GraduatedRange | PercentageRange, language: Language): string {
  const { labels, formats } = language;
  const bound = (value: number) => formats.units(new Decimal(value));
  if (to === null) return filled(labels.unitsFrom, { from: bound(from) });
  return filled(labels.unitsBetween, { from: bound(from), to: bound(to) });
}

const flatPart = (name: string, amount: Decimal): FeePart[] =>
  amount.isZero() ? [] : [{ name, units: new Decimal(1), price: { amount }, amount }];

function tierParts(range: GraduatedRange, language: Language): FeePart[] {
  const name = tierName(range, language);
  const { units, per_unit_amount: price, per_unit_total_amount: amount, flat_unit_amount: flat } = range;
  const priced = { name, units, price: { amount: price }, amount };
  return [priced, ...flatPart(`${name} – ${language.labels.flatFee}`, flat)];
}

/** The details of one event state an average as the amount of a range, so its share is what the flat fee leaves. */
function percentageTierParts(range: PercentageRange, language: Language): FeePart[] {
  const name = tierName(range, language);
  const { units, rate, flat_unit_amount: flat, total_with_flat_amount: total } = range;
  const priced = { name, units, price: { rate }, amount: total.minus(flat) };
  return [priced, ...flatPart(`${name} – ${language.labels.flatFee}`, flat)];
}

function packageParts(details: PackageDetails, units: Decimal, { labels, formats }: Language): FeePart[] {
  const { free_units: free, paid_units: paid, per_package_size: size, per_package_unit_amount: price } = details;
  const used = Decimal.min(free, units);
  const packages = paid.div(size).ceil();
  const name = filled(labels.packages, { size: formats.units(size) });
  return [
    ...freePart(labels.freeUnits, used),
    { name, units: packages, price: { amount: price }, amount: packages.times(price) },
  ];
}

const freePart = (name: string, units: Decimal): FeePart[] =>
  units.gt(0) ? [{ name, units, price: { amount: new Decimal(0) }, amount: new Decimal(0) }] : [];

function percentageParts(details: PercentageDetails, { labels }: Language): FeePart[] {
  const adjustment = details.min_max_adjustment_total_amount;
  return [
    ...freePart(labels.freeUnits, details.units.minus(details.paid_units)),
    {
      name: labels.share,
      units: details.paid_units,
      price: { rate: details.rate },
      amount: details.per_unit_total_amount,
    },
    ...(details.fixed_fee_total_amount.isZero()
      ? []
      : [
          {
            name: labels.perTransaction,
            units: details.paid_events,
            price: { amount: details.fixed_fee_unit_amount },
            amount: details.fixed_fee_total_amount,
          },
        ]),
    ...(adjustment.isZero() ? [] : [{ name: labels.transactionLimits, units: null, price: null, amount: adjustment }]),
  ];
}

function volumeParts(details: VolumeDetails, units: Decimal, { labels }: Language): FeePart[] {
  const { per_unit_amount: price, per_unit_total_amount: amount, flat_unit_amount: flat } = details;
  return [{ name: labels.perUnit, units, price: { amount: price }, amount }, ...flatPart(labels.flatFee, flat)];
}

/** Further places that the amounts of parts may show. */
const mostFurtherPlaces = 6;

/**
 * Finds the fewest decimal places at which the amounts of all parts add up to the fee's amount on paper. A fee is
 * rounded once, and its parts are not.
 * @param total of the fee, rounded to `places`
 */
export function placesOfParts(parts: FeePart[], total: Decimal, places: number): number {
  for (let more = places; more <= places + mostFurtherPlaces; more++) {
    const sum = sumOf(parts.map(({ amount }) => roundHalfUp(amount, more)));
    if (roundHalfUp(sum, places).eq(total) && (more > places || sum.eq(total))) return more;
  }
  return places;
}
