import { Decimal } from '@tollgate/rating';
import { order, ratedOrder, ratedUnits } from './columns.js';
import type { AggregationStatements } from './aggregation-statements.js';

const totals = () => ({
  events: 'sum(own)',
  present: `countIf(last_operation = 'add')`,
  prices: 'sum(own_price)',
});

const adds = `operation = 'add' and operation_before != 'add'`;
const removes = `operation = 'remove' and operation_before = 'add'`;

/** The number of the values whose last operation added them. */
export const uniqueCount: AggregationStatements = {
  events: { columns: ['value_text', 'operation_type', ...order], totals },
  rollups: { family: 'unique', columns: ['events', 'value_text', 'operation_type', 'price', ...order], totals },
  byValue: true,
  joint: null,
  units: ({ present }) => ({ units: new Decimal(present), eventsCount: Number(present) }),
  eventValues: (values) => values.map(() => new Decimal(1)),
  series: 'uniqExact(value_text)',
  rated: {
    windows: `, lagInFrame(operation, 1, 'none') over (partition by taken, text order by ${ratedOrder}
        rows between unbounded preceding and unbounded following) as operation_before`,
    reason: `multiIf((${adds}) or (${removes}), '', operation = 'add', 'already_present', 'removed_while_absent')`,
    added: ratedUnits(`multiIf(${adds}, 1, ${removes}, -1, 0)`),
  },
};
