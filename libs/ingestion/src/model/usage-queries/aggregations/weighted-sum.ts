import { Decimal, heldLevel, weightedUnits } from '@tollgate/rating';
import { timeIn } from '../parts-sql.js';
import { decimalOf, type Expressions, type Totals } from '../totals-query.js';
import type { QueryParameters } from '../query-parameters.js';
import type { UsageOf, UsageScope } from '../usage-request.js';
import type { AggregationStatements, TotalsOf, TotalUnits } from './aggregation-statements.js';

/** The values, each times the time from its event to the end of the period. */
export const weightedSum: AggregationStatements = {
  events: { columns: ['value', 'at'], totals: totalsOfEvents },
  rollups: {
    family: 'weighted',
    columns: ['since', 'events', 'valued', 'total', 'price_valued', 'moment'],
    totals: totalsOfEntries,
  },
  byValue: false,
  joint: null,
  units: levelUnits,
  eventValues: (values) => values,
  // A series shows the change of the level.
  series: 'sum(value)',
  rated: { windows: '', reason: `''`, added: 'number' },
};

/** The level holds to the end of the period, rounded up to the full second. @returns Unix microseconds */
const levelEnd = (to: number): number => Math.ceil(to / 1000) * 1_000_000;

function totalsOfEvents(scope: UsageScope, parameters: QueryParameters): Expressions {
  const time = (times: number[]) => timeIn(scope, times, 'subscription', parameters);
  const from = `at >= fromUnixTimestamp64Milli(${time(scope.usages.map((usage) => usage.from))}, 'UTC')`;
  const end = time(scope.usages.map(({ to }) => levelEnd(to)));
  return {
    events: `countIf(${from})`,
    valued: `countIf(value is not null and ${from})`,
    sum: `sumIf(value, ${from})`,
    prices: `sumIf(price, value is not null and ${from})`,
    unit_micros: `sumIf(value * toDecimal256(greatest(${end} - toUnixTimestamp64Micro(at), 0), 0), ${from})`,
    before: `sumIf(value, not (${from}))`,
  };
}

/** Value times the remaining time, from the start of an entry, minus each value times its offset in the entry. */
function totalsOfEntries(usage: UsageOf, parameters: QueryParameters): Expressions {
  const within = `since >= ${parameters.add(usage.from * 1000, 'Int64')}`;
  const end = parameters.add(levelEnd(usage.to), 'Int64');
  return {
    events: `sumIf(entry_events, ${within})`,
    valued: `sumIf(valued, ${within})`,
    sum: `sumIf(total, ${within})`,
    prices: `sumIf(price_valued, ${within})`,
    unit_micros: `sumIf(total * toDecimal256(greatest(${end} - since, 0), 0) - moment, ${within})`,
    before: `sumIf(total, not (${within}))`,
  };
}

function levelUnits(totals: Totals, { usage, request: { metric, carried }, level }: TotalsOf): TotalUnits {
  if (!carried) throw new Error('a weighted sum needs the length of its period');
  const start = metric.recurring ? level.plus(decimalOf(totals.before)) : new Decimal(0);
  // Events may count from the whole second before a start, but the level holds from the start (metering, section 4.3).
  const window = { from: usage.fractionsFrom ?? usage.from, to: usage.to, durationDays: carried.durationDays };
  const unitMicros = decimalOf(totals.unit_micros);
  return {
    units: weightedUnits(start, unitMicros, window),
    heldLevel: heldLevel(start, unitMicros, window),
    closingLevel: start.plus(decimalOf(totals.sum)),
    eventsCount: Number(totals.valued),
  };
}
