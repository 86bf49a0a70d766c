// Charge models (metering, section 5): the price of units, in the main unit of the currency.
import type { ChargeModel, PricedRange, Properties, Range, RatedRange } from '../requests.ts';
import { present } from './impossible.ts';
import type { FixedCharge, Metric } from './catalog.ts';
import { type Numeric, type Rational, rational, smaller, greater, sum, zero } from './rational.ts';
import { type PricedUnits, type Usage, valueOf } from './usage.ts';

/** The amount, and the units by which it is divided for the price of one. */
interface Price {
  amount: Rational;
  per: Rational;
}

type Bounded<T> = T & { from: Rational; to: Rational | null };

const one = rational(1);
const hundred = rational(100);

/** Decimals of a currency. */
export const exponentOf = (currency: string) => (currency === 'JPY' ? 0 : 2);
/** An amount in the main unit as whole cents. */
export const inCents = (amount: Rational, currency: string): bigint => {
  const exponent = exponentOf(currency);
  return amount
    .roundTo(exponent)
    .times(10n ** BigInt(exponent))
    .round();
};

/** Ranges in order, up to the first that contains the units. */
function touched<T extends Range>(ranges: T[] | undefined, units: Rational): Bounded<T>[] {
  const result: Bounded<T>[] = [];
  for (const range of present(ranges, 'ranges')) {
    const to = range.to_value === null ? null : rational(range.to_value);
    result.push({ ...range, from: rational(range.from_value), to });
    if (to === null || !to.lessThan(units)) break;
  }
  return result;
}

function graduated(units: Rational, ranges: PricedRange[] = []): Rational {
  const adjoining =
    ranges.length > 1 && ranges.slice(1).every((range, i) => String(range.from_value) === String(ranges[i]?.to_value));
  return sum(
    touched(ranges, units).map((range) => {
      const end = range.to === null ? units : smaller(units, range.to);
      const within = range.from.isZero() ? end : adjoining ? end.minus(range.from) : end.minus(range.from).plus(one);
      return within.times(range.per_unit_amount).plus(range.flat_amount);
    }),
  );
}

function graduatedPercentage(units: Rational, ranges: RatedRange[] | undefined): Rational {
  return sum(
    touched(ranges, units).map((range) => {
      const within =
        range.to !== null && !units.lessThan(range.to)
          ? range.to.minus(greater(range.from, one)).plus(one)
          : range.from.isZero()
            ? units
            : units.minus(range.from).plus(one);
      return within.times(range.rate).over(hundred).plus(range.flat_amount);
    }),
  );
}

function packaged(units: Rational, properties: Properties): Price {
  const paid = units.minus(propertyOf(properties, 'free_units'));
  if (paid.isNegative()) return { amount: zero, per: zero };
  const packages = rational(paid.over(propertyOf(properties, 'package_size')).ceil());
  return { amount: packages.times(propertyOf(properties, 'amount')), per: paid };
}

function volume(units: Rational, full: Rational, ranges: PricedRange[] | undefined): Rational {
  const matchingRange = present(ranges, 'ranges').find(
    (range) =>
      !rational(range.from_value).greaterThan(rational(full.ceil())) &&
      (range.to_value === null || !full.greaterThan(range.to_value)),
  );
  return matchingRange === undefined
    ? zero
    : units.times(matchingRange.per_unit_amount).plus(matchingRange.flat_amount); // no range lies below 0
}

/** The value of each event of the period, for limits per transaction. */
function eventValues(usage: Usage, metric: Metric): Rational[] {
  const { within } = usage;
  if (metric.aggregation === 'sum_agg') return within.map((event) => valueOf(event, metric));
  if (metric.aggregation !== 'max_agg') return within.map(() => one);
  const first = within.findIndex((event) => valueOf(event, metric).equals(usage.units));
  return within.map((event, i) => (i === first ? usage.units : zero));
}

function percentagePerTransaction(usage: Usage, metric: Metric, p: Properties): Rational {
  let freeEvents = p.free_units_per_events ?? 0;
  let freeAmount = rational(p.free_units_per_total_aggregation ?? 0);
  return sum(
    eventValues(usage, metric).map((eventValue) => {
      let value = eventValue;
      if (freeEvents > 0 || freeAmount.greaterThan(zero)) {
        freeEvents -= 1;
        if (!freeAmount.greaterThan(zero)) return zero;
        if (freeAmount.greaterThan(value)) {
          freeAmount = freeAmount.minus(value);
          return zero;
        }
        value = value.minus(freeAmount);
        freeEvents = 0;
        freeAmount = zero;
      }
      let fee = value
        .times(propertyOf(p, 'rate'))
        .over(hundred)
        .plus(p.fixed_amount ?? 0);
      if (p.per_transaction_min_amount !== undefined) fee = greater(fee, p.per_transaction_min_amount);
      if (p.per_transaction_max_amount !== undefined) fee = smaller(fee, p.per_transaction_max_amount);
      return fee;
    }),
  );
}

/** The totals after each event, as far as the free units may reach. */
function runningTotals(usage: Usage, metric: Metric, n: number, t: Rational): Rational[] {
  if (n === 0 && t.isZero()) return [];
  const counts = ['count_agg', 'unique_count_agg'].includes(metric.aggregation);
  if (counts) return Array.from({ length: Number(usage.units.floor()) }, (_, i) => rational(i + 1));
  if (metric.aggregation !== 'sum_agg' || usage.prorated) return [];
  const totals: Rational[] = [];
  let total = zero;
  for (const event of usage.events) {
    if (n > 0 ? totals.length >= n : total.greaterThan(t)) break;
    total = total.plus(valueOf(event, metric));
    totals.push(total);
  }
  return totals;
}

function percentage(usage: Usage, metric: Metric, p: Properties): Rational {
  if (p.per_transaction_min_amount !== undefined || p.per_transaction_max_amount !== undefined)
    return percentagePerTransaction(usage, metric, p);
  const n = p.free_units_per_events ?? 0;
  const t = rational(p.free_units_per_total_aggregation ?? 0);
  const totals = runningTotals(usage, metric, n, t);
  const last = totals.at(-1) ?? zero;
  const ofEvents = n > 0 && n < totals.length ? totals[n - 1] : undefined;
  const freeUnits = ofEvents ?? (t.isZero() ? last : smaller(last, t));
  const candidates = [n, totals.filter((total) => total.lessThan(t)).length].filter((count) => count > 0);
  const freeEvents = candidates.length === 0 ? 0 : Math.min(...candidates);
  const paid = freeUnits.greaterThan(usage.priced) ? zero : usage.priced.minus(freeUnits);
  const count = usage.count ?? 0;
  const fixed =
    usage.priced.isZero() || freeEvents >= count ? zero : rational(count - freeEvents).times(p.fixed_amount ?? 0);
  return paid.times(propertyOf(p, 'rate')).over(hundred).plus(fixed);
}

/** A property that the charge model requires. */
const propertyOf = (properties: Properties, name: 'amount' | 'rate' | 'package_size' | 'free_units'): Numeric =>
  present(properties[name], name);

/** The price of the units of a fixed charge. */
export const priceOfUnits = ({ model, properties }: FixedCharge, units: PricedUnits): Rational =>
  priceBy(model, properties, units, () => {
    throw new Error(`No fixed charge has the model ${model}`);
  }).amount;

/**
 * The price of the usage of a metric.
 * @param exponent decimals of the currency
 */
export function price(
  model: ChargeModel,
  properties: Properties,
  usage: Usage,
  metric: Metric,
  exponent: number,
): Price {
  return priceBy(model, properties, usage, () => {
    if (model === 'percentage') return percentage(usage, metric, properties);
    const cents = sum(usage.events.map((event) => rational(event.price ?? 0)));
    return usage.priced.isZero() ? zero : cents.over(10n ** BigInt(exponent));
  });
}

/** @param byEvents the amount of models that price events, not units alone */
function priceBy(
  model: ChargeModel,
  properties: Properties,
  { units, priced, prorated }: PricedUnits,
  byEvents: () => Rational,
): Price {
  const plain = (amount: Rational) => ({ amount, per: units });
  switch (model) {
    case 'standard':
      return plain(priced.times(propertyOf(properties, 'amount')));
    case 'graduated':
      return plain(graduated(priced, properties.graduated_ranges));
    case 'graduated_percentage':
      return plain(graduatedPercentage(priced, properties.graduated_percentage_ranges));
    case 'package':
      return packaged(priced, properties);
    case 'volume':
      return plain(volume(priced, prorated ? units : priced, properties.volume_ranges));
    case 'percentage':
    case 'dynamic':
      return plain(byEvents());
    default:
      throw new Error(`No such charge model: ${String(model)}`);
  }
}
