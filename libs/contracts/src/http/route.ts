import { z } from 'zod';
import type { ServiceName } from '../services.js';
import type { Body } from './body.js';
import type { Query } from './query.js';

/** Resources of the API key permissions (catalog, section 1.5). */
export type PermissionResource =
  | 'analytic'
  | 'organization'
  | 'tax'
  | 'billable_metric'
  | 'plan'
  | 'customer'
  | 'customer_usage'
  | 'subscription'
  | 'event'
  | 'invoice'
  | 'fee'
  | 'webhook'
  | 'webhook_endpoint'
  | 'webhook_jwt_public_key'
  | 'billing_entity'
  | 'invoice_custom_section'
  | 'add_on'
  | 'coupon'
  | 'feature'
  | 'credit_note'
  | 'payment'
  | 'payment_request'
  | 'payment_method'
  | 'wallet'
  | 'wallet_transaction'
  | 'applied_coupon'
  | 'lifetime_usage'
  | 'alert'
  | 'activity_log'
  | 'api_log'
  | 'security_log'
  | DataResource
  | PeopleResource;

/** Data sets that are imported, exported or erased: keys limited to some resources cannot access them. */
export type DataResource = 'data_export' | 'data_import' | 'personal_data';

/** Resources of people, which key permissions cannot include: keys limited to some resources cannot access them. */
export type PeopleResource = 'authentication_method' | 'invite' | 'member' | 'role' | 'session' | 'user';

/** A type of an answer that is not JSON. An answer of the second one goes on until a limit of time. */
export type AnswerType = 'text/plain' | 'text/event-stream';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the public interface: its address, its service, its input and its output. */
export interface Route<B extends Body = Body, Q extends Query = Query, A extends z.ZodRawShape = z.ZodRawShape> {
  method: Method;
  /** Below `/api/v1`, in the form `/taxes/:code`. */
  path: string;
  service: ServiceName;
  permission: PermissionResource;
  /** Resources that the call shows as well: callers need the permissions of these too. */
  alsoReads?: readonly PermissionResource[];
  /**
   * Required authentication: none for `anyone`; a session for `person`, with or without an organization; the token of a
   * customer's address for `portal`. Absent: a key, or a session for an organization.
   */
  access?: 'anyone' | 'person' | 'portal';
  /** The required permission of members, if it does not follow from resource and method (`memberPermissionOf`). */
  memberPermission?: string;
  summary: string;
  /** Name of the key that wraps the body; absent without a body. */
  wrapper?: string;
  /** A wrapper without any field of the body counts as missing. */
  wrapperNeedsField?: boolean;
  /** Optional members next to the wrapper, by name; the service that takes one validates it. */
  beside?: Readonly<Record<string, Body>>;
  body?: B;
  /** The call may omit its body. */
  bodyOptional?: boolean;
  /** Maximum size of its body, if it differs from the default (`bodyBytesOf`). */
  bodyBytes?: number;
  query?: Q;
  answer: A;
  /** The type of an answer that is not JSON; `answer` is empty then. */
  answerType?: AnswerType;
  deprecated?: boolean;
  /** The call is expensive, even if it is short: a process limits how many run concurrently. */
  heavy?: boolean;
}

type RouteOf<B, Q, A> = Route<
  B extends Body ? B : Body,
  Q extends Query ? Q : Query,
  A extends z.ZodRawShape ? A : z.ZodRawShape
>;

/** Declares a call; the type preserves its body, query and answer. */
export function route<
  const A extends z.ZodRawShape,
  B extends Body | undefined = undefined,
  Q extends Query | undefined = undefined,
>(definition: {
  method: Method;
  path: string;
  service: ServiceName;
  permission: PermissionResource;
  alsoReads?: readonly PermissionResource[];
  access?: 'anyone' | 'person' | 'portal';
  memberPermission?: string;
  summary: string;
  wrapper?: string;
  wrapperNeedsField?: boolean;
  beside?: Readonly<Record<string, Body>>;
  body?: B;
  bodyOptional?: boolean;
  bodyBytes?: number;
  query?: Q;
  answer: A;
  answerType?: AnswerType;
  deprecated?: boolean;
  heavy?: boolean;
}): RouteOf<B, Q, A> {
  return definition as unknown as RouteOf<B, Q, A>;
}

const smallBodyBytes = 16 * 1024;

/**
 * Maximum uncompressed size of a call's body; undefined if only the installation's limit applies. Bodies of
 * unauthenticated calls, of people's own data, and of deletions have a small limit.
 */
export const bodyBytesOf = ({ bodyBytes, access, method }: Route): number | undefined =>
  bodyBytes ?? (access !== undefined || method === 'DELETE' ? smallBodyBytes : undefined);

/** The `meta` of a list (specification, "Pagination metadata"). */
export const Meta = z.object({
  current_page: z.int(),
  next_page: z.int().nullable(),
  prev_page: z.int().nullable(),
  total_pages: z.int(),
  total_count: z.int(),
  /** Only for a call with `cursor`. */
  next_cursor: z.string().nullable().optional(),
  /** Only for a call with `counts`. */
  counts: z.record(z.string(), z.int()).optional(),
});
export type Meta = z.infer<typeof Meta>;
