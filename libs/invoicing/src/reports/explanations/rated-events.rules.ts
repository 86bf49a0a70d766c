import type { RatedEvent, RatedEvents } from '@tollgate/ingestion/reader';
import type { FeeEventReason } from '@tollgate/contracts';
import { eachEvent, findAggregation } from '@tollgate/rating';
import type {
  ChargeInputs,
  EventInputs,
  StoredMetric,
  StoredSelection,
} from '../../model/fee-inputs/fee-inputs.tables.js';

type RatedMetric = RatedEvents['metric'];

/** A selection of events before their owner and their voids are known. */
export type Selected = Omit<RatedEvents, 'usage' | 'voided' | 'ratedAt'> & {
  usage: Omit<RatedEvents['usage'], 'organizationId' | 'externalSubscriptionId'>;
};

/** The events of a fee of a period. */
export const selectedOfPeriod = (
  { metric, usage_to: to, grouped_by: groupedBy }: ChargeInputs,
  selection: StoredSelection,
): Selected => ({
  usage: {
    from: Date.parse(selection.from),
    to: Date.parse(to),
    ...(selection.fractions_from === null ? {} : { fractionsFrom: Date.parse(selection.fractions_from) }),
  },
  metric: ratedMetric(metric),
  filter: selection.filter,
  otherFilters: selection.other_filters,
  groupedBy,
  readAt: Date.parse(selection.read_at),
});

/** The event of a fee in advance. It is alone: what it added follows from the stored inputs. */
export function selectedOfEvent({ event, metric }: EventInputs, readAt: number): Selected {
  const at = Date.parse(event.timestamp);
  return {
    usage: { from: at, to: at },
    metric: {
      code: metric.code,
      aggregationType: eachEvent,
      fieldName: metric.field_name,
      recurring: false,
    },
    filter: null,
    otherFilters: [],
    groupedBy: {},
    readAt,
    transactionId: event.transaction_id,
  };
}

const ratedMetric = ({ code, aggregation_type: type, field_name: fieldName, recurring }: StoredMetric): RatedMetric =>
  ({ code, aggregationType: type, fieldName, recurring }) as RatedMetric;

/** The effect of the event of a fee in advance: units at or below the billed total cost nothing (metering, section 4.5). */
export function effectOfEvent(event: RatedEvent, inputs: EventInputs): RatedEvent {
  if (inputs.priced) return { ...event, status: 'counted', reason: '', added: inputs.billed_units };
  return { ...event, status: 'without_effect', reason: withoutEffect(event, inputs), added: '0' };
}

function withoutEffect({ properties }: RatedEvent, { metric, change }: EventInputs): FeeEventReason {
  if (!findAggregation(metric.aggregation_type)?.countsDistinct || Number(change) !== 0) return 'not_above_billed';
  return properties['operation_type'] === 'remove' ? 'removed_while_absent' : 'already_present';
}
