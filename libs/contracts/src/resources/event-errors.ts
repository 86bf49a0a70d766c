import { z } from 'zod';
import { pagination, query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { queryInstant, queryUntil } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';
import { Event } from './events.js';

/** Why an event does not count as its sender may have intended (metering, section 2.5). */
export const eventErrorTypes = ['invalid_code', 'missing_aggregation_property', 'invalid_filter_values'] as const;
export type EventErrorType = (typeof eventErrorTypes)[number];

/** The longest span of a list of event errors, in days, and the span without `from_date`. */
export const daysOfEventErrors = { most: 31, default: 7 } as const;

/** An event that the metrics of now do not count, or not as its sender may have intended. */
export const EventError = Event.extend({ errors: z.array(z.enum(eventErrorTypes)) });
export type EventError = z.infer<typeof EventError>;

export const EventErrorFilters = query({
  ...pagination,
  error: queryChoice(eventErrorTypes),
  code: queryText(),
  external_subscription_id: queryText(),
  transaction_id: queryText(),
  from_date: queryInstant(),
  to_date: queryUntil(),
});
export type EventErrorFilters = QueryInput<typeof EventErrorFilters>;

export const eventErrorRoutes = {
  list: route({
    service: 'ingestion',
    permission: 'event',
    method: 'GET',
    path: '/event_errors',
    summary: 'List event errors, latest reception first',
    query: EventErrorFilters,
    answer: { event_errors: z.array(EventError), meta: Meta },
    heavy: true,
  }),
};
