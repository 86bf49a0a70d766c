import { Decimal } from '@tollgate/rating';
import { ratedUnits } from './columns.js';
import type { AggregationStatements } from './aggregation-statements.js';

/** The number of events. */
export const count: AggregationStatements = {
  events: { columns: [], totals: () => ({ events: 'count()', prices: 'sum(price)' }) },
  rollups: {
    family: 'totals',
    columns: ['events', 'price'],
    totals: () => ({ events: 'sum(entry_events)', prices: 'sum(price)' }),
  },
  byValue: false,
  joint: { events: 'count()' },
  units: ({ events }) => ({ units: new Decimal(events), eventsCount: Number(events) }),
  eventValues: null,
  series: 'count()',
  rated: { windows: '', reason: `''`, added: ratedUnits('1') },
};
