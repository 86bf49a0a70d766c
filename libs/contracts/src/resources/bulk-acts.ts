import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { id, integer, mandatoryChoice, record, textList, timestamp } from '../http/fields.js';
import { listCounts, updatedListParameters } from '../http/lists.js';
import { pagination, query, queryChoice, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { createdAt, described, exampleId, shape, svcId, texts } from '../http/texts.js';
import { bulkActKinds, bulkActNames, bulkActRecords } from './bulk-acts/kinds.js';

/** Most records of one job. */
export const mostBulkRecords = 100_000;

export const bulkActStatuses = ['pending', 'processing', 'stopping', 'completed', 'stopped'] as const;
/** Why a job stopped: on request, or because its caller lost the permission for the act. */
export const bulkActStopReasons = ['requested', 'not_permitted'] as const;
/** The outcomes of a record: `left` when the job stopped before it. */
export const bulkActOutcomes = ['waiting', 'done', 'skipped', 'refused', 'left'] as const;
export type BulkActOutcome = (typeof bulkActOutcomes)[number];

const actText = ['Act: kind of records and what it does to them', 'invoices.finalize'] as const;
const recordsText = ['Kind of the records', 'invoices'] as const;
const outcomeText = ['What became of the record; `left`: the job stopped before it', 'refused'] as const;

/** A job that acts on many records (invoices, section 15). */
export const BulkAct = shape('A job that acts on many records', {
  svc_id: svcId(),
  act: described(z.enum(bulkActNames), ...actText),
  resource_type: described(z.enum(bulkActRecords), ...recordsText),
  filters: described(
    z.record(z.string(), z.unknown()).nullable(),
    'Filters of the list that selected the records; null: identifiers did',
    'status=draft',
  ),
  arguments: described(z.record(z.string(), z.unknown()), 'Arguments of the act', 'coupon_code=welcome'),
  status: described(z.enum(bulkActStatuses), ...texts.state),
  stop_reason: described(
    z.enum(bulkActStopReasons).nullable(),
    'Why it stopped: on request, or its caller lost the permission; null otherwise',
    'requested',
  ),
  records_total: described(z.int(), 'Number of records', 1204),
  records_waiting: described(z.int(), 'Number of records still to act on', 371),
  records_done: described(z.int(), 'Number of records that it acted on', 830),
  records_skipped: described(z.int(), 'Number of records that needed no act', 1),
  records_refused: described(z.int(), 'Number of records whose act was refused', 2),
  records_left: described(z.int(), 'Number of records before which it stopped', 0),
  svc_api_key_id: described(id().nullable(), 'API key of its caller; null for a person', exampleId),
  svc_user_id: described(id().nullable(), 'Person who requested it; null for an API key', exampleId),
  created_at: createdAt(),
  started_at: described(timestamp().nullable(), 'When it began; null before'),
  completed_at: described(timestamp().nullable(), 'When it ended; null before'),
});
export type BulkAct = z.infer<typeof BulkAct>;

/** The outcome of one record of a job. */
export const BulkActResult = shape('What became of one record of a job', {
  svc_id: svcId(),
  svc_record_id: described(id(), 'Identifier of the record', exampleId),
  name: described(
    z.string().nullable(),
    'Number or external identifier of the record at the start',
    'ACM-0001-001-004',
  ),
  outcome: described(z.enum(bulkActOutcomes), ...outcomeText),
  error_code: described(z.string().nullable(), 'Code of the refusal; null unless refused', 'invoice_not_found'),
  error_details: described(
    z.record(z.string(), z.unknown()).nullable(),
    'Errors of the refusal by field; null without them',
    'coupon_code=value_is_invalid',
  ),
  ended_at: described(timestamp().nullable(), 'When that became of it; null before'),
});
export type BulkActResult = z.infer<typeof BulkActResult>;

/** A job, its records by identifiers or by the filters of their list. */
export const BulkActCreate = described(
  body(
    {
      act: described(mandatoryChoice(bulkActNames), ...actText),
      ids: described(
        strictly(textList(), z.array(id()).max(1000).nullish()),
        'Identifiers of the records, 1,000 at most; with `filters`, only those that fit',
        exampleId,
      ),
      filters: described(
        record(),
        'Parameters of the list of these records, such as `{"status": "draft"}`; `{}` selects all of them',
        'status=draft',
      ),
      expected_count: described(
        integer(1, mostBulkRecords),
        'Number of records that the filters must select; another number is refused. Mandatory with `filters`',
        1204,
      ),
      arguments: described(record(), 'Arguments of the act, equal for all records', 'coupon_code=welcome'),
    },
    ({ ids, filters, expected_count: expected }, add) => {
      if (!ids && !filters) add('ids', 'value_is_mandatory');
      if (ids?.length === 0) add('ids', 'value_is_mandatory');
      if (filters && (expected === undefined || expected === null)) add('expected_count', 'value_is_mandatory');
    },
  ),
  'An act and the records that it is on',
);
export type BulkActCreate = BodyInput<typeof BulkActCreate>;

export const BulkActFilters = query({
  ...updatedListParameters(['created_at']),
  ...listCounts(['status']),
  act: described(queryChoice(bulkActNames), ...actText),
  resource_type: described(queryChoice(bulkActRecords), ...recordsText),
  status: described(queryChoice(bulkActStatuses), ...texts.filteredState),
});
export type BulkActFilters = QueryInput<typeof BulkActFilters>;

export const BulkActResultFilters = query({
  ...pagination,
  outcome: described(queryChoice(bulkActOutcomes), ...outcomeText),
});
export type BulkActResultFilters = QueryInput<typeof BulkActResultFilters>;

const lists = [...new Set(bulkActKinds.flatMap(({ records }) => records.shownBy))];
const shown = {
  service: 'identity',
  permission: 'bulk_act',
  memberPermission: 'invoices:view',
  method: 'GET',
  orMake: lists,
} as const;
const acted = {
  service: 'identity',
  permission: 'bulk_act',
  memberPermission: 'invoices:update',
  method: 'POST',
  orMake: [...new Set(bulkActKinds.map(({ call }) => call))],
} as const;

export const bulkActRoutes = {
  create: route({
    ...acted,
    path: '/bulk_acts',
    heavy: true,
    summary: 'Start an act on many records',
    wrapper: 'bulk_act',
    body: BulkActCreate,
    repetition: 'answered',
    answer: { bulk_act: BulkAct },
  }),
  list: route({
    ...shown,
    path: '/bulk_acts',
    summary: 'List acts on many records, newest first',
    query: BulkActFilters,
    answer: { bulk_acts: z.array(BulkAct), meta: Meta },
  }),
  read: route({
    ...shown,
    path: '/bulk_acts/:svc_id',
    summary: 'Read an act on many records and its progress',
    answer: { bulk_act: BulkAct },
  }),
  results: route({
    ...shown,
    path: '/bulk_acts/:svc_id/results',
    summary: 'List what became of each record of an act',
    query: BulkActResultFilters,
    answer: { bulk_act_results: z.array(BulkActResult), meta: Meta },
  }),
  stop: route({
    ...acted,
    path: '/bulk_acts/:svc_id/stop',
    summary: 'Stop an act before its next records',
    answer: { bulk_act: BulkAct },
  }),
  retry: route({
    ...acted,
    path: '/bulk_acts/:svc_id/retry',
    summary: 'Act again on the records that were refused',
    answer: { bulk_act: BulkAct },
  }),
};
