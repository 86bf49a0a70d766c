import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { integer, text, timestamp } from '../http/fields.js';
import { pagination, query, queryText, type QueryInput } from '../http/query.js';
import { services, type ServiceName } from '../services.js';

/** An item that a service could not process and has parked, as operators see it. */
export const ParkedItem = z.object({
  svc_id: z.uuid(),
  service: z.enum(services),
  /** Its kind: `message`, `job`, `event`, `run`, `invoice` and so on. */
  kind: z.string(),
  organization_id: z.uuid(),
  /** Identifies it among others of its kind: the message's or invoice's id, a lane, a transaction id. */
  key: z.string(),
  /** A short code for filters, such as `database_22P02`. */
  reason: z.string(),
  /** The error's own text: for operators only. */
  details: z.string(),
  tries: z.int(),
  parked_at: timestamp(),
  last_tried_at: timestamp().nullable(),
});
export type ParkedItem = z.infer<typeof ParkedItem>;

/** A parked item with all data to retry it. */
export const ParkedItemWithPayload = ParkedItem.extend({ payload: z.unknown() });
export type ParkedItemWithPayload = z.infer<typeof ParkedItemWithPayload>;

const isUuid = (value: string | null | undefined) => value == null || z.uuid().safeParse(value).success;
const isService = (value: string | null | undefined) => value == null || services.includes(value as ServiceName);

/** `GET /admin/parked` */
export const ParkedQuery = query(
  { ...pagination, organization_id: queryText(), service: queryText(), kind: queryText(), reason: queryText() },
  (input, add) => {
    if (!isUuid(input.organization_id)) add('organization_id', 'must be a valid uuid');
    if (!isService(input.service)) add('service', `must be one of: ${services.join(', ')}`);
  },
);
export type ParkedQuery = QueryInput<typeof ParkedQuery>;

/** Maximum items of a bulk retry. */
export const mostRetriedAtOnce = 1000;

/** `POST /admin/parked/retry`: selects items and limits their number, longest waiting first. */
export const ParkedRetry = body(
  { organization_id: text(), service: text(), kind: text(), reason: text(), limit: integer(1) },
  (input, add) => {
    if ((input.limit ?? 1) > mostRetriedAtOnce) add('limit', 'value_is_out_of_range');
    if (!isUuid(input.organization_id)) add('organization_id', 'value_is_invalid');
    if (!isService(input.service)) add('service', 'value_is_invalid');
  },
);
export type ParkedRetry = BodyInput<typeof ParkedRetry>;

/** The outcome of a retry: done and removed, failed and still parked, or gone before. */
export const ParkedOutcome = z.object({ outcome: z.enum(['done', 'failed', 'gone']), reason: z.string().nullable() });
export type ParkedOutcome = z.infer<typeof ParkedOutcome>;
