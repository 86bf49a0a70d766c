import { decimalOf } from '../totals-query.js';
import type { AggregationStatements } from './aggregation-statements.js';

/** The sum of the values. */
export const sum: AggregationStatements = {
  events: {
    columns: ['value'],
    totals: () => ({ events: 'count()', valued: 'count()', prices: 'sum(price)', sum: 'sum(value)' }),
  },
  rollups: {
    family: 'totals',
    columns: ['valued', 'total', 'price_valued'],
    totals: () => ({ valued: 'sum(valued)', sum: 'sum(total)', prices: 'sum(price_valued)' }),
  },
  byValue: false,
  joint: { valued: 'count(event.value)', sum: 'sum(event.value)' },
  units: (totals) => ({ units: decimalOf(totals.sum), eventsCount: Number(totals.valued) }),
  eventValues: (values) => values,
  series: 'sum(value)',
  rated: { windows: '', reason: `''`, added: 'number' },
};
