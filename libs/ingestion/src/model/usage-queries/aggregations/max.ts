import { Decimal } from '@tollgate/rating';
import { decimalOf } from '../totals-query.js';
import { ratedOrder, ratedUnits } from './columns.js';
import type { AggregationStatements } from './aggregation-statements.js';

const isHolder = 'place = 1 and number = greatest_number';

/** The greatest value. */
export const max: AggregationStatements = {
  events: {
    columns: ['value'],
    totals: () => ({ events: 'count()', valued: 'count()', prices: 'sum(price)', max: 'max(value)' }),
  },
  rollups: {
    family: 'totals',
    columns: ['valued', 'highest', 'price_valued'],
    totals: () => ({ valued: 'sum(valued)', max: 'max(highest)', prices: 'sum(price_valued)' }),
  },
  byValue: false,
  joint: { valued: 'count(event.value)', max: 'max(event.value)' },
  units: (totals) => ({ units: decimalOf(totals.max), eventsCount: Number(totals.valued) }),
  eventValues: onlyGreatest,
  series: 'max(value)',
  rated: {
    windows: `, max(number) over (partition by taken) as greatest_number,
        row_number() over (partition by taken, number order by ${ratedOrder}) as place`,
    reason: `if(${isHolder}, '', 'not_the_maximum')`,
    added: `if(${isHolder}, number, ${ratedUnits('0')})`,
  },
};

function onlyGreatest(values: Decimal[]): Decimal[] {
  const greatest = values.reduce((best, value, index) => (value.gt(values[best] ?? 0) ? index : best), 0);
  return values.map((value, index) => (index === greatest ? value : new Decimal(0)));
}
