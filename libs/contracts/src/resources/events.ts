import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { decimalString, judgedByRules, record, timestamp, withElements } from '../http/fields.js';
import { dayOrInstant } from '../http/query-instants.js';
import { pagination, query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { expected, strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { cloudEventBodies } from './cloud-events.js';
import {
  eventBounds,
  eventCents,
  eventText,
  eventTimestamp,
  mandatoryEventText,
  propertyErrors,
} from './event-fields.js';

/**
 * A usage event as sent. Validation covers the event itself, without its metric or subscription (metering, section
 * 2.1). It refuses everything that the log or the store would refuse later.
 */
export const EventInput = described(
  body(
    {
      transaction_id: described(
        mandatoryEventText(),
        'Identifier that the sender assigned to the event, which counts once',
        'evt_2026_000017',
      ),
      external_subscription_id: described(expected(eventText()), ...texts.externalSubscriptionId),
      code: described(mandatoryEventText(), ...texts.metricCode),
      timestamp: described(
        eventTimestamp(),
        'Time of the usage in Unix seconds, with an optional fraction, as a number or as text',
        1_772_323_200,
      ),
      properties: described(judgedByRules(record()), 'Properties of the event by name', 'gb=12'),
      precise_total_amount_cents: described(
        eventCents(),
        'Price that the event carries, for dynamic charges',
        '1234.56',
      ),
    },
    ({ properties }, add) => {
      const wrong = properties ? propertyErrors(properties) : null;
      if (wrong) add(wrong.field, wrong.code);
    },
  ),
  'A usage event as it is sent',
);
export type EventInput = BodyInput<typeof EventInput>;

export const Event = shape('A usage event', {
  svc_id: svcId(),
  transaction_id: described(
    z.string(),
    'Identifier that the sender assigned to the event, which counts once',
    'evt_2026_000017',
  ),
  svc_customer_id: described(z.null(), ...texts.customerId),
  code: described(z.string(), ...texts.metricCode),
  timestamp: described(timestamp(), 'Time of the usage'),
  precise_total_amount_cents: described(
    decimalString().nullable(),
    'Price that the event carries, for dynamic charges',
    '1234.56',
  ),
  properties: described(z.record(z.string(), z.unknown()), 'Properties of the event by name', 'gb=12'),
  svc_subscription_id: described(z.null(), ...texts.subscriptionId),
  external_subscription_id: described(z.string().nullable(), ...texts.externalSubscriptionId),
  created_at: createdAt(),
});
export type Event = z.infer<typeof Event>;

/** The service reads the events of a batch one by one, so that errors have an index. */
export const EventBatch = described(
  body({
    events: expected(
      withElements(
        z.preprocess((value) => (Array.isArray(value) ? value : []), z.array(z.unknown())),
        EventInput,
      ),
    ),
  }),
  'Up to 100 events; errors name them by their index',
);

/** The states of events, by the metrics of now. Only `filter_value_unknown` events are `counted` as well. */
export const eventStates = [
  'counted',
  'unknown_code',
  'field_missing',
  'field_not_a_number',
  'filter_value_unknown',
  'voided',
] as const;
export type EventState = (typeof eventStates)[number];

const isDate = (value: string) => /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value));

export const EventFilters = query(
  {
    ...pagination,
    code: described(queryText(), 'Code of the object', 'starter'),
    external_subscription_id: described(queryText(), ...texts.externalSubscriptionId),
    external_customer_id: described(queryText(), ...texts.externalCustomerId),
    transaction_id: described(queryText(), 'Identifier of the event by its sender', 'evt_2026_000017'),
    status: described(queryChoice(eventStates), ...texts.filteredState),
    timestamp_from: described(strictly(queryText(), dayOrInstant().optional()), 'Earliest timestamp'),
    timestamp_to: described(strictly(queryText(), dayOrInstant().optional()), 'Latest timestamp'),
    timestamp_from_started_at: described(
      strictly(z.enum(['true', 'false'], { error: 'must be one of: true, false' }).optional(), z.boolean().optional()),
      'Whether the earliest timestamp is the start of the subscription',
      true,
    ),
  },
  (input, add) => {
    for (const bound of ['timestamp_from', 'timestamp_to'] as const) {
      const value = input[bound];
      if (value !== undefined && !isDate(value)) add(bound, 'invalid_date');
    }
    if (input.timestamp_from_started_at !== 'true') return;
    if (!input.external_subscription_id) add('external_subscription_id', 'required with timestamp_from_started_at');
    if (input.timestamp_from !== undefined) add('timestamp_from', 'cannot be used with timestamp_from_started_at');
  },
);
export type EventFilters = QueryInput<typeof EventFilters>;

/** Selects one of several events with a transaction id; Unix seconds, as the event was sent. */
export const EventChoice = query({
  external_subscription_id: described(queryText(), ...texts.externalSubscriptionId),
  timestamp: described(
    eventTimestamp(),
    'Unix seconds of the event, if several have the transaction id',
    1_772_323_200,
  ),
});
export type EventChoice = QueryInput<typeof EventChoice>;

/** Selects the events that a stream shows. */
export const EventStreamFilters = query({
  code: described(queryText(), 'Code of the object', 'starter'),
  external_subscription_id: described(queryText(), ...texts.externalSubscriptionId),
});
export type EventStreamFilters = QueryInput<typeof EventStreamFilters>;

/** The data of one message of the stream: the events that were stored between two instants. */
export const EventTail = z.object({
  from_datetime: z.string(),
  to_datetime: z.string(),
  /** At most 20, the latest ones, in the order of reception. */
  events: z.array(Event),
  left_out: z.int(),
});
export type EventTail = z.infer<typeof EventTail>;

/** An event that no longer counts. */
export const VoidedEvent = described(
  Event.extend({ voided_at: described(timestamp(), 'When it was voided; null unless it was') }),
  'A voided event, which no longer counts',
);
export type VoidedEvent = z.infer<typeof VoidedEvent>;

const shared = { service: 'ingestion', permission: 'event' } as const;

// Each byte of the properties may be written as an escape of six.
const eventBodyBytes = 8 * eventBounds.propertiesBytes;

export const eventRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/events',
    summary: 'Send a usage event',
    wrapper: 'event',
    body: EventInput,
    validates: 'after loading',
    bodyBytes: eventBodyBytes,
    otherBodies: cloudEventBodies,
    answer: { event: Event },
  }),
  createBatch: route({
    ...shared,
    method: 'POST',
    path: '/events/batch',
    summary: 'Send up to 100 usage events, all or none',
    body: EventBatch,
    otherBodies: cloudEventBodies,
    answer: { events: z.array(Event) },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/events',
    summary: 'List events, latest timestamp first',
    query: EventFilters,
    answer: { events: z.array(Event), meta: Meta },
  }),
  stream: route({
    ...shared,
    method: 'GET',
    path: '/events/stream',
    summary: 'Stream events as they arrive, as server-sent events',
    query: EventStreamFilters,
    answer: {},
    answerType: 'text/event-stream',
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/events/:transaction_id',
    summary: 'Read an event',
    answer: { event: Event },
  }),
  void: route({
    ...shared,
    method: 'DELETE',
    path: '/events/:transaction_id',
    summary: 'Void an event; its transaction id cannot be used again',
    query: EventChoice,
    answer: { event: VoidedEvent },
  }),
};
