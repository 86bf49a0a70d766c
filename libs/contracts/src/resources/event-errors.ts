import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { pagination, query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { queryInstant, queryUntil } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';
import { Event } from './events.js';

/** Why an event does not count as its sender may have intended (metering, section 2.5). */
export const eventErrorTypes = ['invalid_code', 'missing_aggregation_property', 'invalid_filter_values'] as const;
export type EventErrorType = (typeof eventErrorTypes)[number];

/** The longest span of a list of event errors, in days, and the span without `from_date`. */
export const daysOfEventErrors = { most: 31, default: 7 } as const;

/** An event that the metrics of now do not count, or not as its sender may have intended. */
export const EventError = described(
  Event.extend({
    errors: described(
      z.array(z.enum(eventErrorTypes)),
      'Reasons why it does not count, by the current metrics',
      'missing_aggregation_property',
    ),
  }),
  'An event that does not count as its sender may have intended, with its errors',
);
export type EventError = z.infer<typeof EventError>;

/** Event errors of one kind and code, counted (metering, section 2.5). */
export const EventErrorGroup = shape('The events of one code with the same error', {
  error: described(z.enum(eventErrorTypes), 'Reason why they do not count', 'invalid_code'),
  code: described(z.string(), ...texts.metricCode),
  suggested_code: described(
    z.string().nullable(),
    'Code of a metric that is written almost like it; null unless the code is unknown',
    'storage',
  ),
  events_count: described(z.int(), 'Number of events', 412),
  subscriptions_count: described(z.int(), 'Number of subscriptions that the events name', 3),
  first_received_at: described(timestamp(), 'When the first of them was received'),
  last_received_at: described(timestamp(), 'When the last of them was received'),
});
export type EventErrorGroup = z.infer<typeof EventErrorGroup>;

export const EventErrorGroupFilters = query({
  from_date: described(queryInstant(), ...texts.firstDayOrInstant),
  to_date: described(queryUntil(), ...texts.lastDayOrInstant),
});
export type EventErrorGroupFilters = QueryInput<typeof EventErrorGroupFilters>;

export const EventErrorFilters = query({
  ...pagination,
  error: described(queryChoice(eventErrorTypes), 'Error to filter by', 'invalid_code'),
  code: described(queryText(), 'Code of the object', 'starter'),
  external_subscription_id: described(queryText(), ...texts.externalSubscriptionId),
  transaction_id: described(queryText(), 'Identifier of the event by its sender', 'evt_2026_000017'),
  from_date: described(queryInstant(), ...texts.firstDayOrInstant),
  to_date: described(queryUntil(), ...texts.lastDayOrInstant),
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
  groups: route({
    service: 'ingestion',
    permission: 'event',
    method: 'GET',
    path: '/event_errors/groups',
    summary: 'Count event errors by kind and code, the most frequent first',
    query: EventErrorGroupFilters,
    answer: { event_error_groups: z.array(EventErrorGroup) },
    heavy: true,
  }),
};
