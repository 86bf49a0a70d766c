// Charge models (metering, section 5): the price of units, in the main unit of the currency.
import { valueOf } from './usage.mjs';
import { rational, smaller, greater, sum, zero } from './rational.mjs';

const one = rational(1);
const hundred = rational(100);

/** Decimals of a currency. */
export const exponentOf = (currency) => (currency === 'JPY' ? 0 : 2);
export const inCents = (amount, currency) => {
  const exponent = exponentOf(currency);
  return amount
    .roundTo(exponent)
    .times(10n ** BigInt(exponent))
    .round();
};

const bound = (value) => (value === null || value === undefined ? null : rational(value));

/** Ranges in order, up to the first that contains the units. */
function touched(ranges, units) {
  const result = [];
  for (const range of ranges) {
    const to = bound(range.to_value);
    result.push({ ...range, from: rational(range.from_value), to });
    if (to === null || !to.lessThan(units)) break;
  }
  return result;
}

function graduated(units, { graduated_ranges: ranges }) {
  const adjoining =
    ranges.length > 1 && ranges.slice(1).every((range, i) => String(range.from_value) === String(ranges[i].to_value));
  return sum(
    touched(ranges, units).map((range) => {
      const end = range.to === null ? units : smaller(units, range.to);
      const within = range.from.isZero() ? end : adjoining ? end.minus(range.from) : end.minus(range.from).plus(one);
      return within.times(range.per_unit_amount).plus(range.flat_amount);
    }),
  );
}

function graduatedPercentage(units, { graduated_percentage_ranges: ranges }) {
  return sum(
    touched(ranges, units).map((range) => {
      const full = range.to !== null && !units.lessThan(range.to);
      const within = full
        ? range.to.minus(greater(range.from, one)).plus(one)
        : range.from.isZero()
          ? units
          : units.minus(range.from).plus(one);
      return within.times(range.rate).over(hundred).plus(range.flat_amount);
    }),
  );
}

function packaged(units, { amount, package_size: size, free_units: free }) {
  const paid = units.minus(free);
  if (paid.isNegative()) return { amount: zero, per: zero };
  return { amount: rational(paid.over(size).ceil()).times(amount), per: paid };
}

function volume(units, full, { volume_ranges: ranges }) {
  const q = full;
  const matchingRange = ranges.find(
    (range) =>
      !rational(range.from_value).greaterThan(rational(q.ceil())) &&
      (range.to_value === null || !q.greaterThan(range.to_value)),
  );
  return matchingRange === undefined
    ? zero
    : units.times(matchingRange.per_unit_amount).plus(matchingRange.flat_amount); // no range lies below 0
}

/** The value of each event of the period, for limits per transaction. */
function eventValues(usage, metric) {
  const { within } = usage;
  if (metric.aggregation === 'sum_agg') return within.map((event) => valueOf(event, metric));
  if (metric.aggregation !== 'max_agg') return within.map(() => one);
  const first = within.findIndex((event) => valueOf(event, metric).equals(usage.units));
  return within.map((event, i) => (i === first ? usage.units : zero));
}

function percentagePerTransaction(usage, metric, p) {
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
        .times(p.rate)
        .over(hundred)
        .plus(p.fixed_amount ?? 0);
      if (p.per_transaction_min_amount !== undefined) fee = greater(fee, p.per_transaction_min_amount);
      if (p.per_transaction_max_amount !== undefined) fee = smaller(fee, p.per_transaction_max_amount);
      return fee;
    }),
  );
}

function runningTotals(usage, metric, n, t) {
  if (n === 0 && t.isZero()) return [];
  const counts = ['count_agg', 'unique_count_agg'].includes(metric.aggregation);
  if (counts) return Array.from({ length: Number(usage.units.floor()) }, (_, i) => rational(i + 1));
  if (metric.aggregation !== 'sum_agg' || usage.prorated) return [];
  const totals = [];
  let total = zero;
  for (const event of usage.events) {
    if (n > 0 ? totals.length >= n : total.greaterThan(t)) break;
    total = total.plus(valueOf(event, metric));
    totals.push(total);
  }
  return totals;
}

function percentage(usage, metric, p) {
  if (p.per_transaction_min_amount !== undefined || p.per_transaction_max_amount !== undefined)
    return percentagePerTransaction(usage, metric, p);
  const n = p.free_units_per_events ?? 0;
  const t = rational(p.free_units_per_total_aggregation ?? 0);
  const totals = runningTotals(usage, metric, n, t);
  let freeUnits = zero;
  if (totals.length > 0) {
    if (n > 0 && n < totals.length) freeUnits = totals[n - 1];
    else freeUnits = t.isZero() ? totals.at(-1) : smaller(totals.at(-1), t);
  }
  const candidates = [n, totals.filter((total) => total.lessThan(t)).length].filter((count) => count > 0);
  const freeEvents = candidates.length === 0 ? 0 : Math.min(...candidates);
  const paid = freeUnits.greaterThan(usage.priced) ? zero : usage.priced.minus(freeUnits);
  const fixed =
    usage.priced.isZero() || freeEvents >= usage.count
      ? zero
      : rational(usage.count - freeEvents).times(p.fixed_amount ?? 0);
  return paid.times(p.rate).over(hundred).plus(fixed);
}

/**
 * @param usage of `aggregate`
 * @param exponent decimals of the currency
 * @returns `{ amount, per }`: the amount, and the units by which it is divided for the price of one
 */
export function price(model, properties, usage, metric, exponent) {
  const { units, priced } = usage;
  const plain = (amount) => ({ amount, per: units });
  switch (model) {
    case 'standard':
      return plain(priced.times(properties.amount));
    case 'graduated':
      return plain(graduated(priced, properties));
    case 'graduated_percentage':
      return plain(graduatedPercentage(priced, properties));
    case 'package':
      return packaged(priced, properties);
    case 'volume':
      return plain(volume(priced, usage.prorated ? units : priced, properties));
    case 'percentage':
      return plain(percentage(usage, metric, properties));
    case 'dynamic': {
      const cents = sum(usage.events.map((event) => rational(event.price ?? 0)));
      return plain(priced.isZero() ? zero : cents.over(10n ** BigInt(exponent)));
    }
    default:
      throw new Error(`No such charge model: ${model}`);
  }
}
