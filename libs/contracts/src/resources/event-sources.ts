import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import {
  flag,
  mandatoryChoice,
  mandatoryText,
  record,
  recordList,
  text,
  timestamp,
  withElements,
  withMembers,
} from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { query, queryChoice, queryFlag, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts, updatedAt } from '../http/texts.js';
import { EventSourceRefusal, EventSourceRefusalFilters } from './event-source-refusals.js';
import { sourceBounds, SourceCondition, SourceRule, SourceRuleInput } from './event-source-rules.js';
import { EventSourceTopic, EventSourceTopicInput } from './event-source-topics.js';

/** The kinds of event sources (metering, section 2.8). `libs/ingestion/src/sources/kinds` declares each of them. */
export const eventSourceKinds = ['otlp', 'gen_ai', 'litellm', 'openmeter', 'ai_gateway', 'webhook', 'kafka'] as const;
export type EventSourceKind = (typeof eventSourceKinds)[number];

/** A sender of foreign records, and the rules that make usage events of them. */
export const EventSource = shape('A sender of foreign records, and the rules that make usage events of them', {
  svc_id: svcId(),
  code: described(z.string(), 'Unique code for calls and addresses', 'gateway_eu'),
  name: described(z.string(), 'Display name', 'AI gateway in Europe'),
  kind: described(z.enum(eventSourceKinds), 'Kind of the sender', 'gen_ai'),
  enabled: described(z.boolean(), 'Whether records are taken; false: calls with records answer 403'),
  secret: described(
    z.string(),
    'Secret for calls with records, masked except after creation and rotation',
    '••••••••Zk3w',
  ),
  paths: described(z.array(z.string()), 'Addresses that take the records', '/api/v1/otlp/gateway_eu/v1/traces'),
  kafka: described(EventSourceTopic.nullable(), 'Topic that the source reads; null for other kinds'),
  rules: z.array(SourceRule),
  taken: described(z.int(), 'Number of events that were stored', 128),
  repeated: described(z.int(), 'Number of events that were stored before', 3),
  refused: described(z.int(), 'Number of events that could not be made or stored', 1),
  last_received_at: described(timestamp().nullable(), 'Time of the last record; null before it'),
  last_error: described(
    z.string().nullable(),
    'Last reason for a refusal, or why no messages are read; null without one',
    'llm_input_tokens: timestamp: invalid_date',
  ),
  last_error_at: described(timestamp().nullable(), 'Time of the last error; null without one'),
  created_at: createdAt(),
  updated_at: updatedAt(),
});
export type EventSource = z.infer<typeof EventSource>;

const rules = () => withElements(recordList({ most: sourceBounds.rules, fault: 'too_many_rules' }), SourceRuleInput);

export const EventSourceCreate = bodyOf(EventSource, {
  code: mandatoryText(),
  name: mandatoryText(),
  kind: mandatoryChoice(eventSourceKinds),
  enabled: flag(),
  kafka: withMembers(record(), EventSourceTopicInput),
  rules: rules(),
});
export type EventSourceCreate = BodyInput<typeof EventSourceCreate>;

/** Rules replace all earlier ones. */
export const EventSourceUpdate = bodyOf(
  EventSource,
  {
    code: text(),
    name: text(),
    enabled: flag(),
    kafka: withMembers(record(), EventSourceTopicInput),
    rules: rules(),
  },
  (input, add) => {
    for (const field of ['code', 'name'] as const) {
      const value = input[field];
      if (value === null || (value !== undefined && value.trim() === '')) add(field, 'value_is_mandatory');
    }
  },
);
export type EventSourceUpdate = BodyInput<typeof EventSourceUpdate>;

export const EventSourceFilters = query({
  ...listParameters(['created_at', 'name', 'code']),
  kind: described(queryChoice(eventSourceKinds), 'Kind of the sender', 'gen_ai'),
  enabled: described(queryFlag(), 'Whether the source takes records', true),
});
export type EventSourceFilters = QueryInput<typeof EventSourceFilters>;

const inputPlace = () => described(z.int(), 'Zero-based place of the record in the body', 0);
const ruleCode = () => described(z.string(), 'Code of the rule', 'llm_input_tokens');

/** Why a rule makes no event of an input, or why the event could not be stored. */
export const SourceRefusal = shape('An event that could not be made or stored, with the reason', {
  input: inputPlace(),
  rule: ruleCode(),
  errors: described(z.record(z.string(), z.array(z.string())), 'Codes by field', 'timestamp=invalid_date'),
});
export type SourceRefusal = z.infer<typeof SourceRefusal>;

/** The outcome of a call with records of a source. */
export const SourceReceipt = shape('What came of the records of a call', {
  taken: described(z.int(), 'Number of events that were stored', 4),
  repeated: described(z.int(), 'Number of events that were stored before', 0),
  refused: described(z.int(), 'Number of events that could not be made or stored', 0),
  ignored: described(z.int(), 'Number of records to which no rule applies', 1),
  /** At most 20. */
  refusals: z.array(SourceRefusal),
});
export type SourceReceipt = z.infer<typeof SourceReceipt>;

/** An event that an input would become. */
export const TriedEvent = shape('An event that a record would become', {
  rule: ruleCode(),
  code: described(z.string(), 'Code of the event', 'llm_input_tokens'),
  transaction_id: described(z.string(), 'Identifier of the event for its sender', 'chatcmpl-123:llm_input_tokens'),
  external_subscription_id: described(z.string(), ...texts.externalSubscriptionId),
  timestamp: described(timestamp().nullable(), 'Time of the event; null: the time of reception'),
  properties: described(z.record(z.string(), z.unknown()), 'Properties of the event by name', 'tokens=12'),
});
export type TriedEvent = z.infer<typeof TriedEvent>;

/** A rule that does not apply to an input, with the first condition that is not met. */
export const SkippedRule = shape('A rule that does not apply to a record', {
  rule: ruleCode(),
  condition: SourceCondition,
});
export type SkippedRule = z.infer<typeof SkippedRule>;

/** An input, and what would come of it. */
export const TriedInput = shape('A record, and what would come of it', {
  input: inputPlace(),
  input_id: described(z.string().nullable(), 'Identifier of the record; null without one', 'chatcmpl-123'),
  events: z.array(TriedEvent),
  refusals: z.array(SourceRefusal),
  skipped: z.array(SkippedRule),
});
export type TriedInput = z.infer<typeof TriedInput>;

/** The trial of a body; nothing is stored. */
export const SourceTrial = shape('What would come of a body; nothing is stored', {
  inputs: z.array(TriedInput),
  left_out: described(z.int(), 'Number of records beyond the first 100', 0),
});
export type SourceTrial = z.infer<typeof SourceTrial>;

const shared = { service: 'ingestion', permission: 'event' } as const;
const answer = { event_source: EventSource };

export const eventSourceRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/event_sources',
    handsOut: true,
    summary: 'Create an event source; only this answer shows its secret',
    wrapper: 'event_source',
    body: EventSourceCreate,
    answer,
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/event_sources',
    summary: 'List event sources, newest first',
    query: EventSourceFilters,
    answer: { event_sources: z.array(EventSource), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/event_sources/:code',
    summary: 'Read an event source with its counts',
    answer,
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/event_sources/:code',
    summary: 'Update an event source',
    wrapper: 'event_source',
    body: EventSourceUpdate,
    answer,
  }),
  refusals: route({
    ...shared,
    method: 'GET',
    path: '/event_sources/:code/refusals',
    summary: 'List the last 100 refused records of an event source, newest first',
    query: EventSourceRefusalFilters,
    answer: { event_source_refusals: z.array(EventSourceRefusal), meta: Meta },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/event_sources/:code',
    summary: 'Delete an event source; it takes no more records',
    answer,
  }),
  rotate: route({
    ...shared,
    method: 'POST',
    path: '/event_sources/:code/rotate',
    handsOut: true,
    summary: 'Replace the secret of an event source; the old one ends at once',
    answer,
  }),
  try: route({
    ...shared,
    method: 'POST',
    path: '/event_sources/:code/try',
    summary: 'Show the events that a body would become; nothing is stored',
    isFreeForm: true,
    answer: { event_source_trial: SourceTrial },
  }),
};

/** OTLP's answer; the object is present if something was refused. */
const partialSuccess = <Shape extends z.ZodRawShape>(counts: Shape) => ({
  partialSuccess: described(
    z.object({ ...counts, errorMessage: described(z.string(), 'The first refusals, as JSON', '[]') }).optional(),
    'What was refused; absent if nothing was',
  ),
});
const ofSenders = { ...shared, access: 'source', method: 'POST', isFreeForm: true } as const;

/** The secret of a source begins with it; keys and tokens of sessions begin otherwise. */
export const sourceSecretMark = 'tge_';

/** The calls of senders, with the secret of a source or an API key. */
export const sourceDoorRoutes = {
  receive: route({
    ...ofSenders,
    path: '/event_sources/:code/events',
    summary: 'Send records to an event source: an object, or a list of objects',
    answer: { event_source_receipt: SourceReceipt },
  }),
  traces: route({
    ...ofSenders,
    path: '/otlp/:code/v1/traces',
    summary: 'Send spans to an event source (OTLP/HTTP, JSON or protobuf)',
    answer: partialSuccess({ rejectedSpans: described(z.string(), 'Number of refused spans', '1') }),
  }),
  logs: route({
    ...ofSenders,
    path: '/otlp/:code/v1/logs',
    summary: 'Send log records to an event source (OTLP/HTTP, JSON or protobuf)',
    answer: partialSuccess({ rejectedLogRecords: described(z.string(), 'Number of refused log records', '1') }),
  }),
};

/** Paths of calls that send events, which are too many for logs of calls. */
export const eventSendingPaths =
  /^\/(api\/v1\/(events(\/|\?|$)|otlp\/|event_sources\/[^/?]+\/(events|try)(\?|$))|v1\/billing\/meter_events(\?|$))/;

/** The calls that take the records of a source: those of OTLP, or the one for JSON. A topic is read, so it has none. */
export const eventSourceDoors = {
  otlp: [sourceDoorRoutes.traces, sourceDoorRoutes.logs],
  events: [sourceDoorRoutes.receive],
  topic: [],
} as const;
export type EventSourceDoor = keyof typeof eventSourceDoors;
