// High-water marks of charges paid in advance, and the current usage by them (metering, section 4.5).
import { daysBetween } from './calendar.mjs';
import { greater, sum, zero } from './rational.mjs';

/** Key of the marks of a charge paid in advance: the metric, bucket and group, and the period that begins at `from`. */
export const markKey = (subscription, metric, bucket, from) =>
  JSON.stringify([subscription.externalId, metric.code, bucket.filter, bucket.group, from]);

/**
 * The latest mark of a period that ends at `to`. If the subscription's end has cut the period, later marks are
 * excluded.
 */
export const latestMark = (marks, to) =>
  marks
    .filter(({ at }) => at <= to)
    .reduce((latest, mark) => (latest === null || mark.at >= latest.at ? mark : latest), null);

/**
 * Current usage of a charge in advance with the units of its amount: billed units never fall (metering, section 4.5).
 * @param usage as in arrears
 * @param period `{ from, to, days, tz }`
 */
export function withMarks(world, { subscription, charge, bucket, group }, usage, { from, to, days, tz }) {
  if (!['sum_agg', 'unique_count_agg'].includes(charge.metric.aggregation)) return usage;
  const key = markKey(subscription, charge.metric, { filter: bucket.filter, group }, from);
  const marks = world.marks.get(key) ?? [];
  const last = latestMark(marks, to);
  if (!charge.prorated) {
    const units = last ? usage.units.minus(last.current).plus(last.max) : usage.units;
    return { ...usage, units, priced: units };
  }
  const running = daysBetween(from, to, tz);
  if (!last) return running === days ? { ...usage, priced: usage.units } : usage;
  const carried = usage.units.minus(greater(last.current, zero)).times(BigInt(running)).over(BigInt(days)).ceilTo(5);
  const billed = sum(marks.filter(({ at }) => at <= to).map((mark) => mark.share));
  return { ...usage, priced: carried.plus(billed) };
}
