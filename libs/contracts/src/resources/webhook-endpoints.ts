import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import { choice, id, isBlank, mandatoryText, text, timestamp } from '../http/fields.js';
import { isHttpUrl } from '../http/guards.js';
import { listParameters } from '../http/lists.js';
import { query, queryFlag, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { WebhookMessage } from './webhook-messages.js';
import { filterNameOf, webhookTypes, type WebhookType } from './webhook-types.js';

export const signatureAlgorithms = ['jwt', 'hmac'] as const;
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number];

/** Why an endpoint gets no webhooks for now; they wait (webhooks, section 2). Its times are real. */
export const WebhookPause = shape(
  'The reason why webhooks of an endpoint wait; its times are real, also in a sandbox',
  {
    by: described(
      z.enum(['organization', 'system']),
      '`organization`: until it is resumed; `system`: its receiver left attempts hanging',
    ),
    since: described(timestamp(), 'When it was paused'),
    until: described(timestamp().nullable(), "Time of the system's next attempt; null if the organization paused it"),
    reason: described(z.string().nullable(), 'Failure of the last hanging attempt', 'timeout'),
  },
);
export type WebhookPause = z.infer<typeof WebhookPause>;

/** A target address of webhooks (webhooks, section 1). */
export const WebhookEndpoint = shape('An address that receives webhooks', {
  svc_id: svcId(),
  svc_organization_id: described(id(), ...texts.organizationId),
  webhook_url: described(z.string(), 'Address that receives webhooks', 'https://acme.example/hooks'),
  signature_algo: described(
    z.enum(signatureAlgorithms),
    'A `jwt` repeats the whole body in a header, which receivers may refuse (431) if it is large; `hmac` is always short',
  ),
  name: described(z.string().nullable(), 'Display name', 'Back office'),
  event_types: described(
    z.array(z.string()).nullable(),
    'Types of its webhooks; null: all, empty: none',
    'invoice.created',
  ),
  created_at: createdAt(),
  refused_signature_bytes: described(
    z.int().nullable(),
    'Size in bytes of the largest `jwt` signature that the receiver refused as too large, with the current address and algorithm. Use `hmac` instead',
    12_288,
  ),
  pause: WebhookPause.nullable(),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

/** The public key for verifying JWT signatures: base64 of its PEM, in lines of 60 characters. */
export const WebhookPublicKey = shape('The public key of JWT signatures', {
  public_key: described(z.string(), 'The key as base64 of its PEM', 'LS0tLS1CRUdJTiBQVUJMSUMgS0VZLS0tLS0K'),
});
export type WebhookPublicKey = z.infer<typeof WebhookPublicKey>;

/**
 * Normalizes a list of event types: trimmed, in lower case, without blanks and duplicates. A lone `*` means no filter,
 * null. A value that is not a list stays unchanged.
 */
export function normalizeEventTypes(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const names = value
    .filter((entry) => entry !== null)
    .map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)).trim().toLowerCase())
    .filter((name) => name !== '');
  const distinct = [...new Set(names)];
  return distinct.length === 1 && distinct[0] === '*' ? null : distinct;
}

const knownEventTypes = new Set((Object.keys(webhookTypes) as WebhookType[]).map(filterNameOf));
const unknownOf = (names: string[]) => names.filter((name) => !knownEventTypes.has(name));
const listed = (names: string[]) => `[${names.map((name) => JSON.stringify(name)).join(', ')}]`;

const eventTypes = () =>
  z
    .preprocess(
      normalizeEventTypes,
      z
        .array(z.string().max(bounds.line, 'value_is_too_long'), { error: 'must_be_array' })
        .max(bounds.items, { error: 'value_is_too_long', abort: true })
        .refine((names) => unknownOf(names).length === 0, {
          error: (issue) => `contains invalid types: ${listed(unknownOf(issue.input as string[]))}`,
        })
        .nullish(),
    )
    .optional();

const settings = {
  signature_algo: described(choice(signatureAlgorithms), 'Signature algorithm of bodies'),
  name: text(),
  event_types: described(eventTypes(), 'Kinds of webhooks; null: all, empty: none', 'invoice.created'),
};

export const WebhookEndpointCreate = bodyOf(
  WebhookEndpoint,
  { webhook_url: mandatoryText(bounds.url), ...settings },
  (input, add) => {
    if (!isHttpUrl(input.webhook_url ?? '')) add('webhook_url', 'url_is_invalid');
  },
);
export type WebhookEndpointCreate = BodyInput<typeof WebhookEndpointCreate>;

export const WebhookEndpointUpdate = bodyOf(
  WebhookEndpoint,
  { webhook_url: text(bounds.url), ...settings },
  (input, add) => {
    const url = input.webhook_url;
    if (url === undefined) return;
    if (isBlank(url)) add('webhook_url', 'value_is_mandatory');
    if (!isHttpUrl(url ?? '')) add('webhook_url', 'url_is_invalid');
  },
);
export type WebhookEndpointUpdate = BodyInput<typeof WebhookEndpointUpdate>;

export const WebhookEndpointFilters = query({
  ...listParameters(['webhook_url', 'created_at', 'name']),
  paused: described(queryFlag(), 'Whether it receives no webhooks now', true),
});
export type WebhookEndpointFilters = QueryInput<typeof WebhookEndpointFilters>;

const shared = { service: 'webhook-delivery', permission: 'webhook_endpoint' } as const;
const sharedByKeys = { service: 'webhook-delivery', permission: 'webhook_jwt_public_key' } as const;
const answer = { webhook_endpoint: WebhookEndpoint };

export const webhookEndpointRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/webhook_endpoints',
    summary: 'Create a webhook endpoint',
    wrapper: 'webhook_endpoint',
    body: WebhookEndpointCreate,
    answer,
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/webhook_endpoints',
    summary: 'List webhook endpoints',
    query: WebhookEndpointFilters,
    answer: { webhook_endpoints: z.array(WebhookEndpoint), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/webhook_endpoints/:svc_id',
    summary: 'Read a webhook endpoint',
    answer,
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/webhook_endpoints/:svc_id',
    summary: 'Update a webhook endpoint',
    wrapper: 'webhook_endpoint',
    body: WebhookEndpointUpdate,
    answer,
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/webhook_endpoints/:svc_id',
    summary: 'Delete a webhook endpoint and its messages',
    answer,
  }),
  pause: route({
    ...shared,
    method: 'POST',
    path: '/webhook_endpoints/:svc_id/pause',
    summary: 'Pause a webhook endpoint; its webhooks wait',
    answer,
  }),
  resume: route({
    ...shared,
    method: 'POST',
    path: '/webhook_endpoints/:svc_id/resume',
    summary: 'Resume a webhook endpoint',
    answer,
  }),
  test: route({
    ...shared,
    method: 'POST',
    path: '/webhook_endpoints/:svc_id/test',
    summary: 'Send a test webhook to an endpoint',
    answer: { webhook_message: WebhookMessage },
  }),
};

export const webhookKeyRoutes = {
  readJson: route({
    ...sharedByKeys,
    method: 'GET',
    path: '/webhooks/json_public_key',
    summary: 'Read the public key of JWT signatures',
    answer: { webhook: WebhookPublicKey },
  }),
  readText: route({
    ...sharedByKeys,
    method: 'GET',
    path: '/webhooks/public_key',
    summary: 'Read the public key of JWT signatures as text',
    answer: {},
    answerType: 'text/plain',
    deprecated: true,
  }),
};
