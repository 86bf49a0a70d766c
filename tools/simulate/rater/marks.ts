// High-water marks of charges paid in advance, and the current usage by them (metering, section 4.5).
import type { FilterValues } from '../requests.ts';
import type { Group, Mark, Subscription } from './model.ts';
import type { Charge, Metric } from './catalog.ts';
import { greater, sum, zero } from './rational.ts';
import type { State } from './state.ts';
import { daysLeft, type Period, type Usage } from './usage.ts';

interface MarkedGroup {
  filter: FilterValues | null;
  group: Group;
}

/** Key of the marks of a charge paid in advance: the metric, bucket and group, and the period that begins at `from`. */
export const markKey = (subscription: Subscription, metric: Metric, { filter, group }: MarkedGroup, from: number) =>
  JSON.stringify([subscription.externalId, metric.code, filter, group, from]);

/**
 * The latest mark of a period that ends at `to`. If the subscription's end has cut the period, later marks are
 * excluded.
 */
export const latestMark = (marks: Mark[], to: number): Mark | null =>
  marks
    .filter(({ at }) => at <= to)
    .reduce<Mark | null>((latest, mark) => (latest === null || mark.at >= latest.at ? mark : latest), null);

/**
 * Current usage of a charge in advance with the units of its amount: billed units never fall (metering, section 4.5).
 * @param usage as in arrears
 */
export function withMarks(
  world: State,
  { subscription, charge, ...marked }: { subscription: Subscription; charge: Charge } & MarkedGroup,
  usage: Usage,
  period: Period,
): Usage {
  const { from, to, days } = period;
  if (!['sum_agg', 'unique_count_agg'].includes(charge.metric.aggregation)) return usage;
  const marks = world.marks.get(markKey(subscription, charge.metric, marked, from)) ?? [];
  const last = latestMark(marks, to);
  if (!charge.prorated) {
    const units = last ? usage.units.minus(last.current).plus(last.max) : usage.units;
    return { ...usage, units, priced: units };
  }
  const running = daysLeft(period, from);
  if (!last) return running === days ? { ...usage, priced: usage.units } : usage;
  const carried = usage.units.minus(greater(last.current, zero)).times(BigInt(running)).over(BigInt(days)).ceilTo(5);
  const billed = sum(marks.filter(({ at }) => at <= to).map((mark) => mark.share));
  return { ...usage, priced: carried.plus(billed) };
}
