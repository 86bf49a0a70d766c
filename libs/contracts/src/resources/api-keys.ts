import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { instantText, record, text, timestamp } from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';

/** The resources of API key permissions (customers, section 13). */
export const permissionResources = [
  'activity_log',
  'add_on',
  'analytic',
  'api_log',
  'billable_metric',
  'coupon',
  'applied_coupon',
  'credit_note',
  'customer_usage',
  'customer',
  'event',
  'fee',
  'invoice',
  'organization',
  'order',
  'order_form',
  'payment',
  'payment_receipt',
  'payment_request',
  'payment_method',
  'plan',
  'subscription',
  'lifetime_usage',
  'tax',
  'wallet',
  'wallet_transaction',
  'webhook',
  'webhook_endpoint',
  'webhook_jwt_public_key',
  'invoice_custom_section',
  'billing_entity',
  'alert',
  'feature',
  'security_log',
  'quote',
  'product_category',
  'product',
  'rate_card',
  'plan_rate_card',
  'mcp',
] as const;

/** Resources that a key has only when its list names them: a key without a list lacks them. */
export const explicitResources = ['mcp'] as const satisfies readonly (typeof permissionResources)[number][];

/** The modes of a permission. */
export const permissionModes = ['read', 'write'] as const;

/** Allowed modes by resource; a missing resource allows nothing. */
export const Permissions = described(
  z.record(z.string(), z.array(z.string())),
  'Permissions by kind of resource; a missing kind permits nothing',
);
export type Permissions = z.infer<typeof Permissions>;

/** An API key, as operators see it. */
export const ApiKey = shape('An API key; only its creation shows the whole value', {
  svc_id: svcId(),
  name: described(z.string().nullable(), 'Display name', 'Back office'),
  /** Its last four characters; only its creation shows the whole value. */
  value: described(z.string(), 'Key; only its creation shows the whole value', 'tg_live_••••3f9a'),
  permissions: described(
    z.lazy(() => Permissions),
    'Permissions by kind of resource; absent: all',
    'invoice=read',
  ),
  expires_at: described(timestamp().nullable(), 'Expiry; null: never'),
  /** The time of its last call, except event calls; updated occasionally. */
  last_used_at: described(timestamp().nullable(), 'When it was last used; null before'),
  created_at: createdAt(),
});
export type ApiKey = z.infer<typeof ApiKey>;

const longestName = 255;
const listed = (names: string[]) => `[${names.map((name) => JSON.stringify(name)).join(', ')}]`;
const isKnown = (names: readonly string[], name: unknown) => typeof name === 'string' && names.includes(name);

/** Error codes of permissions. */
function permissionErrors(permissions: Record<string, unknown>): string[] {
  const entries = Object.entries(permissions);
  if (entries.length === 0) return ['value_is_mandatory'];
  const strange = entries.map(([resource]) => resource).filter((resource) => !isKnown(permissionResources, resource));
  const wrong = entries
    .filter(([, modes]) => !Array.isArray(modes) || modes.some((mode) => !isKnown(permissionModes, mode)))
    .map(([resource]) => resource);
  return [
    ...(strange.length > 0 ? [`contains forbidden keys: ${listed(strange)}`] : []),
    ...(wrong.length > 0 ? [`contains forbidden values for: ${listed(wrong)}`] : []),
  ];
}

const permissions = () => strictly(record(), z.record(z.string(), z.array(z.enum(['read', 'write']))));
const checked = (
  input: { permissions?: Record<string, unknown> | undefined },
  add: (field: string, code: string) => void,
) => {
  for (const code of input.permissions ? permissionErrors(input.permissions) : []) add('permissions', code);
};

/** `POST …/api_keys` */
export const ApiKeyCreate = bodyOf(ApiKey, { name: text(longestName), permissions: permissions() }, checked);
export type ApiKeyCreate = BodyInput<typeof ApiKeyCreate>;

/** `PUT …/api_keys/{id}`: changes the fields in the body. */
export const ApiKeyUpdate = bodyOf(
  ApiKey,
  {
    name: text(longestName),
    permissions: described(permissions(), 'Permissions by kind of resource', 'invoice=read'),
  },
  checked,
);
export type ApiKeyUpdate = BodyInput<typeof ApiKeyUpdate>;

/** `POST …/api_keys/{id}/rotate`: the end of the old key's validity; absent, it ends at once. */
export const ApiKeyRotate = described(
  body(
    { name: described(text(longestName), ...texts.name), expires_at: described(instantText(), ...texts.expiry) },
    (input, add) => {
      if (input.expires_at && Number.isNaN(Date.parse(input.expires_at))) add('expires_at', 'invalid_date');
    },
  ),
  'Expiry of the old key; absent: at once',
);
export type ApiKeyRotate = BodyInput<typeof ApiKeyRotate>;

export const ApiKeyFilters = query(listParameters(['created_at', 'name']));
export type ApiKeyFilters = QueryInput<typeof ApiKeyFilters>;

const shared = { service: 'identity', permission: 'organization' } as const;

/**
 * The organization's own calls about its keys. A key cannot grant more than the caller's own rights: more is refused
 * with 403, as the call itself would be.
 */
export const apiKeyRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/api_keys',
    summary: 'Create an API key; only this answer shows its value',
    wrapper: 'api_key',
    body: ApiKeyCreate,
    repetition: 'refused',
    answer: { api_key: ApiKey },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/api_keys',
    summary: 'List API keys, including expired ones',
    query: ApiKeyFilters,
    answer: { api_keys: z.array(ApiKey), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/api_keys/:svc_id',
    summary: 'Read an API key with its value masked',
    answer: { api_key: ApiKey },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/api_keys/:svc_id',
    summary: 'Update the name and the permissions of an API key',
    wrapper: 'api_key',
    body: ApiKeyUpdate,
    answer: { api_key: ApiKey },
  }),
  rotate: route({
    ...shared,
    method: 'POST',
    path: '/api_keys/:svc_id/rotate',
    summary: 'Rotate an API key; the old one expires at once or at a stated time',
    wrapper: 'api_key',
    body: ApiKeyRotate,
    bodyOptional: true,
    repetition: 'refused',
    answer: { api_key: ApiKey },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/api_keys/:svc_id',
    summary: 'Revoke an API key',
    answer: { api_key: ApiKey },
  }),
};
