import { z } from 'zod';
import type { ServiceName } from '../services.js';
import type { Body } from './body.js';
import type { Query } from './query.js';

/** Resources that the permissions of an API key name (catalog, section 1.5). */
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

/** Whole tables that come and go: no key that is held to some resources has them. */
export type DataResource = 'data_export' | 'data_import';

/** Resources of people, which the permissions of keys cannot name: a key that is held to some resources has none of them. */
export type PeopleResource = 'authentication_method' | 'invite' | 'member' | 'role' | 'session' | 'user';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the public interface: where it is, who serves it, what goes in and what comes out. */
export interface Route<B extends Body = Body, Q extends Query = Query, A extends z.ZodRawShape = z.ZodRawShape> {
  method: Method;
  /** Below `/api/v1`, in the spelling `/taxes/:code`. */
  path: string;
  service: ServiceName;
  permission: PermissionResource;
  /**
   * Whom it asks who they are: `anyone` may make it without a key; `person` needs a session, whatever it speaks for;
   * absent, a key or a session that speaks for an organization.
   */
  access?: 'anyone' | 'person';
  /** The permission that members need, where it does not follow from resource and method (`memberPermissionOf`). */
  memberPermission?: string;
  summary: string;
  /** Name of the key that wraps the body; absent when the body has none. */
  wrapper?: string;
  /** A wrapper that holds no field of the body counts as missing. */
  wrapperNeedsField?: boolean;
  body?: B;
  /** The call may come without a body: nothing in it is needed. */
  bodyOptional?: boolean;
  /** Most bytes of its body, where it is not what follows from the call (`bodyBytesOf`). */
  bodyBytes?: number;
  query?: Q;
  answer: A;
  /** What the answer is where it is not JSON; `answer` is empty then. */
  answerType?: 'text/plain';
  deprecated?: boolean;
  /** It takes much work, however short it is: a process works on few of them at once. */
  heavy?: boolean;
}

type RouteOf<B, Q, A> = Route<
  B extends Body ? B : Body,
  Q extends Query ? Q : Query,
  A extends z.ZodRawShape ? A : z.ZodRawShape
>;

/** Declares a call; the type keeps what its body, query and answer are. */
export function route<
  const A extends z.ZodRawShape,
  B extends Body | undefined = undefined,
  Q extends Query | undefined = undefined,
>(definition: {
  method: Method;
  path: string;
  service: ServiceName;
  permission: PermissionResource;
  access?: 'anyone' | 'person';
  memberPermission?: string;
  summary: string;
  wrapper?: string;
  wrapperNeedsField?: boolean;
  body?: B;
  bodyOptional?: boolean;
  bodyBytes?: number;
  query?: Q;
  answer: A;
  answerType?: 'text/plain';
  deprecated?: boolean;
  heavy?: boolean;
}): RouteOf<B, Q, A> {
  return definition as unknown as RouteOf<B, Q, A>;
}

const smallBodyBytes = 16 * 1024;

/**
 * Most bytes that the body of a call may have, unpacked; undefined where only the limit of the installation holds. What
 * strangers send, what persons say of themselves, and what comes along with a deletion is small.
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
});
export type Meta = z.infer<typeof Meta>;
