import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { flag, id, mandatoryText, timestamp } from '../http/fields.js';
import { pagination, query, queryFlag, queryText, type QueryInput } from '../http/query.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { services } from '../services.js';

const reasonLengths = { least: 10, most: 500 } as const;

const reasonField = () =>
  described(
    mandatoryText(reasonLengths.most),
    'Reason, from 10 to 500 characters',
    'Support case 4711: a fee looks wrong',
  );

/** The error of a written reason that says too little: characters count without the blanks around them. */
function checkReason(reason: string | undefined, add: (field: string, code: string) => void): void {
  if (reason !== undefined && reason.trim().length < reasonLengths.least) add('reason', 'value_is_too_short');
}

/** An organization in the list of operators. */
export const OperatorOrganization = z.object({
  svc_id: id(),
  name: z.string(),
  slug: z.string(),
  sandbox: z.boolean(),
  created_at: timestamp(),
  /** Null: its calls are answered. */
  suspended_at: timestamp().nullable(),
  suspension_reason: z.string().nullable(),
  members_count: z.int(),
  parked_count: z.int(),
  /** Null without a test clock. */
  test_clock: z.object({ frozen_time: timestamp(), status: z.enum(['ready', 'advancing']) }).nullable(),
  /** Stored events; null while the usage store does not answer. */
  stored_events: z.int().nullable(),
  /** Events received in the last 30 days; null while the usage store does not answer. */
  recent_events: z.int().nullable(),
});
export type OperatorOrganization = z.infer<typeof OperatorOrganization>;

/** `GET /admin/organizations` */
export const OperatorOrganizationsQuery = query({
  ...pagination,
  search_term: queryText(),
  sandbox: queryFlag(),
  suspended: queryFlag(),
});
export type OperatorOrganizationsQuery = QueryInput<typeof OperatorOrganizationsQuery>;

/** `POST /admin/organizations/{id}/suspension` */
export const SuspensionCreate = body({ reason: reasonField() }, ({ reason }, add) => checkReason(reason, add));
export type SuspensionCreate = BodyInput<typeof SuspensionCreate>;

/** `POST /admin/organizations/{id}/entries` */
export const OperatorEntryCreate = body(
  { reason: reasonField(), may_change: described(flag(), 'Whether the operator may change something', false) },
  ({ reason }, add) => checkReason(reason, add),
);
export type OperatorEntryCreate = BodyInput<typeof OperatorEntryCreate>;

/** The stay of an operator in an organization. */
export const OperatorEntry = shape('The stay of an operator in an organization', {
  svc_id: svcId(),
  organization_id: described(id(), ...texts.organizationId),
  user_email: described(z.string(), 'E-mail address of the operator', 'olga@operations.example'),
  reason: described(z.string(), 'Reason that the operator wrote', 'Support case 4711: a fee looks wrong'),
  may_change: described(z.boolean(), 'Whether the operator may change something', false),
  created_at: createdAt(),
  expires_at: described(timestamp(), ...texts.expiry),
  /** Null until it was ended before its time. */
  left_at: described(timestamp().nullable(), 'When the operator left before its time; null otherwise'),
});
export type OperatorEntry = z.infer<typeof OperatorEntry>;

/** A person who may act for the installation. */
export const Operator = z.object({ svc_id: id(), email: z.string() });
export type Operator = z.infer<typeof Operator>;

/** How late one kind of work of a process is. */
export const Lag = z.object({
  /** Name of the metric without its prefix, such as `outbox_oldest_seconds`. */
  kind: z.string(),
  /** Service, job or queue; empty where there is only one. */
  of: z.string(),
  seconds: z.number(),
});
export type Lag = z.infer<typeof Lag>;

/** The report of a process about itself. */
export const ProcessReport = z.object({
  /** Whether it can take calls. */
  ready: z.boolean(),
  /** `ok`, or why not, by dependency. */
  dependencies: z.record(z.string(), z.string()),
  lags: z.array(Lag),
});
export type ProcessReport = z.infer<typeof ProcessReport>;

/** A process of the installation with the services that it runs. */
export const OperatorProcess = z.object({
  name: z.string(),
  services: z.array(z.enum(services)),
  status: z.enum(['ready', 'not_ready', 'silent']),
  dependencies: z.record(z.string(), z.string()),
  lags: z.array(Lag),
});
export type OperatorProcess = z.infer<typeof OperatorProcess>;

/** A test clock that advances, or stands. */
export const OperatorTestClock = z.object({
  organization_id: z.uuid(),
  organization_name: z.string(),
  status: z.enum(['ready', 'advancing']),
  frozen_time: timestamp(),
  target_time: timestamp(),
});
export type OperatorTestClock = z.infer<typeof OperatorTestClock>;
