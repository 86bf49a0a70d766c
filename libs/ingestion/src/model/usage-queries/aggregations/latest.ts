import { Decimal } from '@tollgate/rating';
import { decimalOf } from '../totals-query.js';
import { eventOrder, order, ratedUnits, valuesInOrder } from './columns.js';
import type { AggregationStatements } from './aggregation-statements.js';

/** The value of the latest event, and at least 0. */
export const latest: AggregationStatements = {
  events: {
    columns: valuesInOrder,
    totals: () => ({
      events: 'count()',
      valued: 'count()',
      prices: 'sum(price)',
      latest: `argMaxIf(value, ${eventOrder}, value is not null)`,
    }),
  },
  rollups: {
    family: 'totals',
    columns: ['valued', 'latest', 'price_valued', ...order],
    totals: () => ({
      valued: 'sum(valued)',
      latest: `argMaxIf(latest, ${eventOrder}, latest is not null)`,
      prices: 'sum(price_valued)',
    }),
  },
  byValue: false,
  joint: null,
  units: (totals) => ({ units: Decimal.max(decimalOf(totals.latest), 0), eventsCount: Number(totals.valued) }),
  eventValues: (values) => values,
  series: 'argMax(value, (event.timestamp, event.received_at, toString(event.id)))',
  rated: {
    windows: ', row_number() over (partition by taken order by happened desc, received desc, event_id desc) as place',
    reason: `if(place = 1, '', 'not_the_latest')`,
    added: `if(place = 1, greatest(assumeNotNull(number), ${ratedUnits('0')}), ${ratedUnits('0')})`,
  },
};
