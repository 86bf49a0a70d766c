import { z } from 'zod';
import type { ServiceName } from '../services.js';
import type { Body } from './body.js';
import { cents } from './fields.js';
import type { PortalSection } from './portal-sections.js';
import type { Query } from './query.js';
import { described, shape, texts } from './texts.js';

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

/**
 * Data sets that are imported, exported or erased, and acts on many records. Keys limited to some resources cannot access
 * them, unless a call says otherwise.
 */
export type DataResource = 'bulk_act' | 'data_export' | 'data_import' | 'personal_data';

/** Resources of people, which key permissions cannot include: keys limited to some resources cannot access them. */
export type PeopleResource = 'authentication_method' | 'invite' | 'member' | 'role' | 'session' | 'user';

/** A type of an answer that is not JSON. An answer of the second one goes on until a limit of time. */
export type AnswerType = 'text/plain' | 'text/event-stream';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The credentials of a call that takes others than the key or session of an organization. */
export type Access = 'anyone' | 'person' | 'portal' | 'source' | 'operator' | 'admin_key';

/** One call of the public interface: its address, its service, its input and its output. */
export interface Route<B extends Body = Body, Q extends Query = Query, A extends z.ZodRawShape = z.ZodRawShape> {
  method: Method;
  /** Below `/api/v1`, in the form `/taxes/:code`. */
  path: string;
  service: ServiceName;
  permission: PermissionResource;
  /** Resources that the call shows as well: callers need the permissions of these too. */
  alsoReads?: readonly PermissionResource[];
  /** Other calls: who may make one of them may make this one too. The answer has only what these would show. */
  orMake?: readonly Route[];
  /**
   * Required authentication: none for `anyone`; a session for `person`, with or without an organization; the token of a
   * customer's address for `portal`. `source` takes the secret of an event source, or a key or session with the
   * permission. `operator` takes the admin key, or the session of an operator; `admin_key` that key alone: `path` is the
   * whole address of these two. Absent: a key, or a session for an organization.
   */
  access?: Access;
  /** The section of the portal that the call belongs to: a session without it may not make the call. */
  portalSection?: PortalSection;
  /** The call of the portal changes nothing, whatever its method: people of a customer who only read may make it. */
  readsOnly?: true;
  /** The call is about the people of the calling customer: not every session of the portal may make it. */
  managesPeople?: true;
  /** The required permission of members, if it does not follow from resource and method (`memberPermissionOf`). */
  memberPermission?: string;
  /** The answer is a credential, which outlasts a stay: an operator who entered the organization does not get it. */
  handsOut?: true;
  summary: string;
  /** Name of the key that wraps the body; absent without a body. */
  wrapper?: string;
  /** A wrapper without any field of the body counts as missing. */
  wrapperNeedsField?: boolean;
  /** Optional members next to the wrapper, by name; the service that takes one validates it. */
  beside?: Readonly<Record<string, Body>>;
  body?: B;
  /** Bodies of other content types; a call with one answers 204 without a body. */
  otherBodies?: Readonly<Record<string, z.ZodType>>;
  /**
   * The body is a document of the sender's own shape: neither prefixes nor strict handling concern its names. The handler
   * reads it from the request, and `body` is absent.
   */
  isFreeForm?: boolean;
  /**
   * When the body is validated: before the handler runs (absent), or by the handler, after it has loaded what the call
   * names. An unknown resource then answers 404, whatever the body holds.
   */
  validates?: 'after loading';
  /** The call may omit its body, or a body of other content counts as none: `wrapper`. */
  bodyOptional?: true | 'wrapper';
  /** Maximum size of its body, if it differs from the default (`bodyBytesOf`). */
  bodyBytes?: number;
  query?: Q;
  answer: A;
  /** The type of an answer that is not JSON; `answer` is empty then. */
  answerType?: AnswerType;
  /**
   * A call that is repeated under its `Idempotency-Key` gets the first answer, or a refusal, because the first one showed
   * a secret. Absent: the call takes no key.
   */
  repetition?: 'answered' | 'refused';
  deprecated?: boolean;
  /** A browser that opens the address, without credentials, comes to a page at `path` outside of `/api/v1`. */
  opensAsPage?: true;
  /** The call is expensive, even if it is short: a process limits how many run concurrently. */
  heavy?: boolean;
  /**
   * The call is one of another interface, whose clients work with it unchanged. `path` is its whole address, its body may
   * be a form, and its errors have the shape of that interface. The document leaves it out.
   */
  dialect?: 'meter_events';
}

/** The type states whether there is a body, and when it is validated: what a handler takes follows from both. */
type RouteOf<B, Q, A, V> = Route<
  B extends Body ? B : Body,
  Q extends Query ? Q : Query,
  A extends z.ZodRawShape ? A : z.ZodRawShape
> &
  (B extends Body ? { body: B } : { body?: never }) &
  (V extends string ? { validates: V } : { validates?: never });

/** Declares a call; the type preserves its body, query and answer. */
export function route<
  const A extends z.ZodRawShape,
  B extends Body | undefined = undefined,
  Q extends Query | undefined = undefined,
  const V extends Route['validates'] = undefined,
>(definition: {
  method: Method;
  path: string;
  service: ServiceName;
  permission: PermissionResource;
  alsoReads?: readonly PermissionResource[];
  orMake?: readonly Route[];
  access?: Access;
  portalSection?: PortalSection;
  readsOnly?: true;
  managesPeople?: true;
  memberPermission?: string;
  handsOut?: true;
  summary: string;
  wrapper?: string;
  wrapperNeedsField?: boolean;
  beside?: Readonly<Record<string, Body>>;
  body?: B;
  otherBodies?: Readonly<Record<string, z.ZodType>>;
  isFreeForm?: boolean;
  validates?: V;
  bodyOptional?: true | 'wrapper';
  bodyBytes?: number;
  query?: Q;
  answer: A;
  answerType?: AnswerType;
  repetition?: 'answered' | 'refused';
  deprecated?: boolean;
  opensAsPage?: true;
  heavy?: boolean;
  dialect?: 'meter_events';
}): RouteOf<B, Q, A, V> {
  return definition as unknown as RouteOf<B, Q, A, V>;
}

/** The address of a call below the address of the installation. */
export const addressOf = ({ path, dialect, access }: Pick<Route, 'path' | 'dialect' | 'access'>): string =>
  dialect === undefined && !isForOperators({ access }) ? `/api/v1${path}` : path;

/** Whether a call is about the installation. */
export const isForOperators = ({ access }: Pick<Route, 'access'>): boolean =>
  access === 'operator' || access === 'admin_key';

/** Maximum length of an `Idempotency-Key`. */
export const longestIdempotencyKey = 255;

const smallBodyBytes = 16 * 1024;

/**
 * Maximum uncompressed size of a call's body; undefined if only the installation's limit applies. Bodies of
 * unauthenticated calls, of people's own data, and of deletions have a small limit.
 */
export const bodyBytesOf = ({ bodyBytes, access, method }: Route): number | undefined =>
  bodyBytes ?? ((access !== undefined && access !== 'source') || method === 'DELETE' ? smallBodyBytes : undefined);

/** The `meta` of a list (specification, "Pagination metadata"). */
export const Meta = shape('The position of the page in the list', {
  current_page: described(z.int(), 'Number of this page', 1),
  next_page: described(z.int().nullable(), 'Number of the next page; null on the last', 2),
  prev_page: described(z.int().nullable(), 'Number of the previous page; null on the first', 1),
  total_pages: described(z.int(), 'Number of pages', 4),
  total_count: described(z.int(), 'Number of all entries; with `cursor` 10,000 at most, for events 100,000', 371),
  /** Only for a call with `cursor`. */
  next_cursor: described(
    z.string().nullable().optional(),
    'The `cursor` of the next entries; null at the end',
    'WyItY3JlYXRlZF9hdCJd',
  ),
  /** Only for a call with `counts`. */
  counts: described(
    z.record(z.string(), z.int()).optional(),
    'Number of entries by state, regardless of state filters',
    'finalized=12',
  ),
  /** Only for a call with `sums`. */
  sums: described(
    z
      .array(
        z.object({
          currency: described(z.string(), ...texts.currency),
          amount_cents: described(cents(), ...texts.amountCents),
          amount_excluding_taxes_cents: described(
            cents().optional(),
            'Invoices alone: the totals without taxes',
            10_000,
          ),
          amount_due_cents: described(cents().optional(), 'Invoices alone: the amounts due', 2_500),
          refund_amount_cents: described(cents().optional(), 'Credit notes alone: the refunds', 0),
        }),
      )
      .nullable()
      .optional(),
    'Totals of all entries by currency; null for a list of more than 100,000 entries',
  ),
});
export type Meta = z.infer<typeof Meta>;
