import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { flag, id, mandatoryChoice, mandatoryText, recordList, text, timestamp, withElements } from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { query, queryChoice, queryFlag, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { sourceBounds, SourceCondition, SourceRule, SourceRuleInput } from './event-source-rules.js';

/** The kinds of event sources (metering, section 2.8). `libs/ingestion/src/sources/kinds` declares each of them. */
export const eventSourceKinds = ['otlp', 'gen_ai', 'litellm', 'openmeter', 'ai_gateway', 'webhook'] as const;
export type EventSourceKind = (typeof eventSourceKinds)[number];

/** A sender of foreign records, and the rules that make usage events of them. */
export const EventSource = z.object({
  svc_id: id(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(eventSourceKinds),
  enabled: z.boolean(),
  /** Its last four characters; only its creation and its rotation show the whole secret. */
  secret: z.string(),
  /** The addresses that take its records. */
  paths: z.array(z.string()),
  rules: z.array(SourceRule),
  /** Events that were stored. */
  taken: z.int(),
  /** Events that were stored before. */
  repeated: z.int(),
  /** Events that could not be made, or not stored. */
  refused: z.int(),
  last_received_at: timestamp().nullable(),
  last_error: z.string().nullable(),
  last_error_at: timestamp().nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type EventSource = z.infer<typeof EventSource>;

const rules = () => withElements(recordList({ most: sourceBounds.rules, fault: 'too_many_rules' }), SourceRuleInput);

export const EventSourceCreate = body({
  code: mandatoryText(),
  name: mandatoryText(),
  kind: mandatoryChoice(eventSourceKinds),
  enabled: flag(),
  rules: rules(),
});
export type EventSourceCreate = BodyInput<typeof EventSourceCreate>;

/** Rules replace all earlier ones. */
export const EventSourceUpdate = body({ code: text(), name: text(), enabled: flag(), rules: rules() }, (input, add) => {
  for (const field of ['code', 'name'] as const) {
    const value = input[field];
    if (value === null || (value !== undefined && value.trim() === '')) add(field, 'value_is_mandatory');
  }
});
export type EventSourceUpdate = BodyInput<typeof EventSourceUpdate>;

export const EventSourceFilters = query({
  ...listParameters(['created_at', 'name', 'code']),
  kind: queryChoice(eventSourceKinds),
  enabled: queryFlag(),
});
export type EventSourceFilters = QueryInput<typeof EventSourceFilters>;

/** Why a rule makes no event of an input, or why the event could not be stored. */
export const SourceRefusal = z.object({
  /** The zero-based place of the input in its body. */
  input: z.int(),
  rule: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
});
export type SourceRefusal = z.infer<typeof SourceRefusal>;

/** The outcome of a call with records of a source. */
export const SourceReceipt = z.object({
  taken: z.int(),
  repeated: z.int(),
  refused: z.int(),
  /** Inputs to which no rule applied. */
  ignored: z.int(),
  /** At most 20. */
  refusals: z.array(SourceRefusal),
});
export type SourceReceipt = z.infer<typeof SourceReceipt>;

/** An event that an input would become. */
export const TriedEvent = z.object({
  rule: z.string(),
  code: z.string(),
  transaction_id: z.string(),
  external_subscription_id: z.string(),
  /** Null: the time of reception. */
  timestamp: timestamp().nullable(),
  properties: z.record(z.string(), z.unknown()),
});
export type TriedEvent = z.infer<typeof TriedEvent>;

/** A rule that does not apply to an input, with the first condition that is not met. */
export const SkippedRule = z.object({ rule: z.string(), condition: SourceCondition });
export type SkippedRule = z.infer<typeof SkippedRule>;

/** An input, and what would come of it. */
export const TriedInput = z.object({
  input: z.int(),
  /** The identifier of the input; null without one. */
  input_id: z.string().nullable(),
  events: z.array(TriedEvent),
  refusals: z.array(SourceRefusal),
  skipped: z.array(SkippedRule),
});
export type TriedInput = z.infer<typeof TriedInput>;

/** What would come of a body; nothing is stored. */
export const SourceTrial = z.object({
  inputs: z.array(TriedInput),
  /** Inputs beyond the first 100. */
  left_out: z.int(),
});
export type SourceTrial = z.infer<typeof SourceTrial>;

const shared = { service: 'ingestion', permission: 'event' } as const;
const answer = { event_source: EventSource };

/** A body of the sender's own shape. */
export const SourceRecords = body({});

export const eventSourceRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/event_sources',
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
    summary: 'Replace the secret of an event source; the old one ends at once',
    answer,
  }),
  try: route({
    ...shared,
    method: 'POST',
    path: '/event_sources/:code/try',
    summary: 'Show the events that a body would become; nothing is stored',
    body: SourceRecords,
    isFreeForm: true,
    answer: { event_source_trial: SourceTrial },
  }),
};

/** OTLP's answer; the object is present if something was refused. */
const partialSuccess = <Shape extends z.ZodRawShape>(shape: Shape) => ({
  partialSuccess: z.object({ ...shape, errorMessage: z.string() }).optional(),
});
const ofSenders = { ...shared, access: 'source', method: 'POST', body: SourceRecords, isFreeForm: true } as const;

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
    answer: partialSuccess({ rejectedSpans: z.string() }),
  }),
  logs: route({
    ...ofSenders,
    path: '/otlp/:code/v1/logs',
    summary: 'Send log records to an event source (OTLP/HTTP, JSON or protobuf)',
    answer: partialSuccess({ rejectedLogRecords: z.string() }),
  }),
};

/** Paths of calls that send events, which are too many for logs of calls. */
export const eventSendingPaths = /^\/api\/v1\/(events(\/|\?|$)|otlp\/|event_sources\/[^/?]+\/(events|try)(\?|$))/;

/** The calls that take the records of a source: those of OTLP, or the one for JSON. */
export const eventSourceDoors = {
  otlp: [sourceDoorRoutes.traces, sourceDoorRoutes.logs],
  events: [sourceDoorRoutes.receive],
} as const;
export type EventSourceDoor = keyof typeof eventSourceDoors;
