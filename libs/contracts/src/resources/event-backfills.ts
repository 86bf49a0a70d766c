import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { choice, flag, isBlank, mandatoryChoice, text, timestamp } from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { pagination, query, queryChoice, queryFlag, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';

export const backfillFormats = ['csv', 'jsonl', 'parquet'] as const;
export type BackfillFormat = (typeof backfillFormats)[number];

export const backfillStatuses = ['pending', 'processing', 'stopped', 'completed', 'failed'] as const;
export type BackfillStatus = (typeof backfillStatuses)[number];

/** The rules for events in a period of their subscription that is already invoiced. */
export const invoicedPeriodRules = ['refuse', 'accept'] as const;

/** Why a row made no event that was stored. */
export const backfillOutcomes = ['refused', 'refused_invoiced'] as const;
export type BackfillOutcome = (typeof backfillOutcomes)[number];

export const backfillBounds = {
  /** Characters of an uploaded file; the installation's limit of bodies may be lower. */
  characters: 1_500_000,
  objects: 1_000,
  objectBytes: 10_000_000_000,
  /** Unfinished ones of an organization. */
  unfinished: 5,
  /** Refused rows that are stored. */
  rows: 10_000,
  /** Reasons that are counted apart. */
  reasons: 50,
} as const;

const objectName = () => described(z.string(), 'Name of the file or object', 'usage/2026-03.csv');
const rowNumber = () => described(z.int(), 'Number of the row in the object, without the header', 17);

/** A row, or an event of it, that was refused. */
export const EventBackfillRow = shape('A row, or one of its events, that was refused', {
  object: objectName(),
  row: rowNumber(),
  outcome: described(z.enum(backfillOutcomes), 'Whether an invoiced period is the reason', 'refused'),
  rule: described(z.string().nullable(), 'Code of the rule; null without an event source', 'llm_input_tokens'),
  transaction_id: described(
    z.string().nullable(),
    'Identifier of the event for its sender; null if it has none',
    'evt_2026_000017',
  ),
  errors: described(z.record(z.string(), z.array(z.string())), 'Codes by field', 'code=value_is_mandatory'),
});
export type EventBackfillRow = z.infer<typeof EventBackfillRow>;

/** Events of the past, read from files (metering, section 2.10). */
export const EventBackfill = shape('Events of the past, read from a file or from the objects of a bucket', {
  svc_id: svcId(),
  status: described(z.enum(backfillStatuses), ...texts.state),
  format: described(z.enum(backfillFormats), 'Format of the files', 'parquet'),
  event_source: described(
    z.string().nullable(),
    'Code of the event source whose rules make the events; null: each row is an event',
    'gateway_eu',
  ),
  dry_run: described(z.boolean(), 'Whether rows are only judged; nothing is stored'),
  invoiced_period_events: described(
    z.enum(invoicedPeriodRules),
    'What becomes of events in a period that is already invoiced',
    'refuse',
  ),
  url: described(z.string().nullable(), 'Bucket and prefix of the objects; null for an upload', 's3://acme/usage'),
  endpoint: described(
    z.string().nullable(),
    'Address of the server; null for an upload',
    'https://storage.googleapis.com',
  ),
  region: described(z.string().nullable(), 'Region of the bucket; null for an upload', 'eu-central-1'),
  access_key_id: described(
    z.string().nullable(),
    'Identifier of the key to the bucket; null for an upload',
    'AKIAIOSFODNN7EXAMPLE',
  ),
  objects_total: described(z.int(), 'Number of files or objects', 12),
  objects_done: described(z.int(), 'Number of objects that were read to their end', 3),
  bytes_total: described(z.int(), 'Size of all objects in bytes', 73_400_320),
  bytes_done: described(z.int(), 'Bytes that were read', 18_350_080),
  rows_read: described(z.int(), 'Number of rows that were read', 250_000),
  taken: described(z.int(), 'Number of events that were stored, or would be', 249_000),
  repeated: described(z.int(), 'Number of events that were stored before', 900),
  refused: described(z.int(), 'Number of events that could not be made or stored', 60),
  refused_invoiced: described(z.int(), 'Number of events refused because their period is invoiced', 40),
  ignored: described(z.int(), 'Number of rows to which no rule applies', 0),
  refused_reasons: described(z.record(z.string(), z.int()), 'Number of refused events by reason', 'invalid_date=60'),
  error: described(z.string().nullable(), 'Reason of the failure; null unless it failed', 'row_is_invalid'),
  error_object: described(z.string().nullable(), 'Object that the failure concerns; null without one', 'usage/b.csv'),
  error_row: described(z.int().nullable(), 'Row that the failure concerns; null without one', 17),
  created_at: createdAt(),
  completed_at: described(timestamp().nullable(), 'When all rows were read; null before'),
});
export type EventBackfill = z.infer<typeof EventBackfill>;

/** With the first refused rows. */
export const SingleEventBackfill = described(
  EventBackfill.extend({ first_refused: described(z.array(EventBackfillRow), 'The first refused rows, up to 20') }),
  'A backfill in its own answers, with the first refused rows',
);
export type SingleEventBackfill = z.infer<typeof SingleEventBackfill>;

export const EventBackfillCreate = bodyOf(
  EventBackfill,
  {
    format: mandatoryChoice(backfillFormats),
    event_source: text(),
    dry_run: flag(),
    invoiced_period_events: choice(invoicedPeriodRules),
    file_name: described(text(), 'Name of the uploaded file', 'usage-2026-03.csv'),
    content: described(
      text(backfillBounds.characters),
      'Content of the uploaded file as text; a Parquet file in base64',
      'transaction_id,code\n1,storage\n',
    ),
    url: text(),
    endpoint: text(),
    region: text(),
    access_key_id: text(),
    secret_access_key: described(text(), 'Secret of the key to the bucket; no answer shows it', 'wJalrXUtnFEMI'),
  },
  (input, add) => {
    const [isUpload, isBucket] = [!isBlank(input.content), !isBlank(input.url)];
    if (!isUpload && !isBucket) add('content', 'value_is_mandatory');
    if (isUpload && isBucket) add('url', 'value_is_invalid');
    if (!isBucket) return;
    for (const field of ['access_key_id', 'secret_access_key'] as const)
      if (isBlank(input[field])) add(field, 'value_is_mandatory');
  },
);
export type EventBackfillCreate = BodyInput<typeof EventBackfillCreate>;

export const EventBackfillFilters = query({
  ...listParameters(['created_at']),
  status: described(queryChoice(backfillStatuses), ...texts.filteredState),
  format: described(queryChoice(backfillFormats), 'Format of the files', 'parquet'),
  dry_run: described(queryFlag(), 'Whether rows are only judged', true),
});
export type EventBackfillFilters = QueryInput<typeof EventBackfillFilters>;

export const EventBackfillRowFilters = query({
  ...pagination,
  outcome: described(queryChoice(backfillOutcomes), 'Whether an invoiced period is the reason', 'refused'),
});
export type EventBackfillRowFilters = QueryInput<typeof EventBackfillRowFilters>;

const shared = { service: 'ingestion', permission: 'event' } as const;
const answer = { event_backfill: SingleEventBackfill };

export const eventBackfillRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/event_backfills',
    heavy: true,
    summary: 'Read events of the past from a file or a bucket, or judge them only',
    wrapper: 'event_backfill',
    body: EventBackfillCreate,
    answer,
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/event_backfills',
    summary: 'List backfills of events, newest first',
    query: EventBackfillFilters,
    answer: { event_backfills: z.array(EventBackfill), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/event_backfills/:svc_id',
    summary: 'Read a backfill with its progress and the first refused rows',
    answer,
  }),
  stop: route({
    ...shared,
    method: 'POST',
    path: '/event_backfills/:svc_id/stop',
    summary: 'Stop a backfill behind the rows that it has read',
    answer,
  }),
  resume: route({
    ...shared,
    method: 'POST',
    path: '/event_backfills/:svc_id/resume',
    summary: 'Continue a stopped or failed backfill where it ended',
    answer,
  }),
  rows: route({
    ...shared,
    method: 'GET',
    path: '/event_backfills/:svc_id/rows',
    summary: 'List the refused rows of a backfill, the first 10,000 of them',
    query: EventBackfillRowFilters,
    answer: { event_backfill_rows: z.array(EventBackfillRow), meta: Meta },
  }),
};
