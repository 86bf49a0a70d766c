// Series of usage by day with a known shape: of the seed, of the recorded requests, and made ones.
import { readTrace, traces } from '@tollgate/demo/trace';
import { aggregate, daysOfMetric, Decimal, type DaySpan, type Metric, type UsageHistory } from '@tollgate/rating';
import { customers, dayOf, noonOf } from '@tollgate/seed/customers';
import { metrics } from '@tollgate/seed/price-list';
import { usageOf } from '@tollgate/seed/usage';
import { randomness } from '@tollgate/simulate/random';

/** The days of one metric of one subscription, all of which came. */
export type Series = UsageHistory;

/** Series of one shape. */
export interface Shape {
  name: string;
  series: Series[];
}

const DAY = 86_400_000;
const seedMonths = 12;

type SeedEvent = ReturnType<typeof usageOf>[number];
type SeedMetric = (typeof metrics)[number];

/** Consecutive spans of some days. */
const spans = (days: number, length: number): DaySpan[] =>
  Array.from({ length: Math.floor(days / length) }, (_, place) => ({
    from: place * length,
    until: (place + 1) * length,
  }));

/** Units that each day adds to its calendar month, as bills count them. */
function daysOfEvents(metric: SeedMetric, events: SeedEvent[], start: number): Series {
  const terms: Metric = {
    aggregationType: metric.aggregation_type as Metric['aggregationType'],
    recurring: 'recurring' in metric && metric.recurring === true,
    roundingFunction: null,
    roundingPrecision: null,
  };
  const field = 'field_name' in metric ? metric.field_name : undefined;
  const used = events.map(({ transaction_id: transactionId, timestamp, properties }, place) => ({
    transactionId,
    timestampMicros: Number(timestamp) * 1_000_000,
    receivedAtMicros: place,
    value: field === undefined ? null : String(properties[field] ?? ''),
    operationType: properties['operation_type'] === 'remove' ? ('remove' as const) : null,
  }));
  const firstDay = Math.floor(start / DAY);
  const added: Decimal[] = [];
  const periods: DaySpan[] = [];
  for (let month = 0; month < seedMonths; month++) {
    const [from, end] = [dayOf(month, 1), dayOf(month + 1, 1)];
    if (end <= start) continue;
    periods.push({ from: from / DAY - firstDay, until: end / DAY - firstDay });
    let before = new Decimal(0);
    for (let day = Math.max(from, firstDay * DAY); day < end; day += DAY) {
      const { units } = aggregate(terms, used, { from, to: day + DAY - 1 });
      added.push(units.minus(before));
      before = units;
    }
  }
  return { days: daysOfMetric(terms), added, periods };
}

/** A year of the seed: each metric of each customer who stays and has it. */
export function seedShapes(): Shape[] {
  const staying = customers.filter(({ later }) => !later);
  return metrics.map((metric) => ({
    name: `seed: ${metric.name} (${metric.aggregation_type}${'recurring' in metric ? ', recurring' : ''})`,
    series: staying.flatMap((customer) => {
      const events = usageOf('1', customer, seedMonths).filter(({ code }) => code === metric.code);
      return events.length > 0 ? [daysOfEvents(metric, events, noonOf(customer.start))] : [];
    }),
  }));
}

/** The recorded hour, in which a minute stands for a day, and ten minutes for a period. */
export function recordedShapes(): Shape[] {
  const seriesOf = (unitsOf: (request: ReturnType<typeof readTrace>[number]) => number): Series[] =>
    traces.map(({ id }) => {
      const requests = readTrace(id);
      const first = Math.ceil(Number(requests[0]?.timestamp ?? 0) / 60);
      const last = Math.floor(Number(requests.at(-1)?.timestamp ?? 0) / 60);
      const added = Array.from({ length: last - first }, () => new Decimal(0));
      for (const request of requests) {
        const minute = Math.floor(Number(request.timestamp) / 60) - first;
        const before = added[minute];
        if (before) added[minute] = before.plus(unitsOf(request));
      }
      return { days: 'sum', added, periods: spans(added.length, 10) };
    });
  return [
    { name: 'recorded: requests', series: seriesOf(() => 1) },
    { name: 'recorded: input tokens', series: seriesOf(({ input }) => Number(input)) },
    { name: 'recorded: output tokens', series: seriesOf(({ output }) => Number(output)) },
  ];
}

const madeDays = 360;
const madeSeries = 20;

/** Units of a day. @param noise from 0.8 to 1.2 */
type MadeDay = (day: number, noise: number, random: ReturnType<typeof randomness>) => number;

const weekday = (day: number): number => (day % 7 < 5 ? 100 : 30);
const made: [string, MadeDay][] = [
  ['made: weekdays and weekends', (day, noise) => weekday(day) * noise],
  ['made: weekdays, growing by 5 % a week', (day, noise) => weekday(day) * noise * 1.05 ** (day / 7)],
  ['made: weekdays, half as much from day 200 on', (day, noise) => weekday(day) * noise * (day < 200 ? 1 : 0.5)],
  ['made: some use on one day of ten', (_, noise, random) => (random.chance(0.1) ? 500 * noise : 0)],
];

/** A year of days with noise, in periods of thirty days. */
export const madeShapes = (): Shape[] =>
  made.map(([name, unitsOf]) => ({
    name,
    series: Array.from({ length: madeSeries }, (_, place) => {
      const random = randomness(`${name}/${place}`);
      const added = Array.from(
        { length: madeDays },
        (_none, day) => new Decimal(unitsOf(day, 0.8 + 0.4 * random.next(), random).toFixed(0)),
      );
      return { days: 'sum' as const, added, periods: spans(madeDays, 30) };
    }),
  }));
