import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { memberPermissions } from '../resources/member-permissions.js';
import { allRoutes } from '../protocol/routes.js';
import { webhookTypes } from '../resources/webhook-types.js';
import { openApiDocument } from './document.js';
import { operationIdOf } from './operation-ids.js';
import { tagsOf } from './tags.js';

const options = { version: '1.0.0', serverUrl: 'https://billing.example.com', identifierPrefix: 'svc' };
const document = openApiDocument(allRoutes, options);

/** The shape of OpenAPI 3.1, as far as this document uses it. */
const name = z.string().regex(/^[a-zA-Z0-9._-]+$/);
const reference = z.strictObject({
  $ref: z.string().regex(/^#\/components\/(schemas|responses|parameters)\/[\w.-]+$/),
});
const schema = z.record(z.string(), z.unknown());
const content = z.record(
  z.string().regex(/^\w+\/[\w+.-]+$/),
  z.strictObject({ schema, example: z.unknown().optional() }),
);
const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['query', 'path', 'header']),
  required: z.boolean().optional(),
  description: z.string().optional(),
  style: z.enum(['deepObject', 'form']).optional(),
  explode: z.boolean().optional(),
  schema,
  example: z.unknown().optional(),
});
const header = z.strictObject({ description: z.string(), schema });
const response = z.strictObject({
  description: z.string().min(1),
  headers: z.record(z.string(), header).optional(),
  content: content.optional(),
});
const operation = z.strictObject({
  operationId: z.string().min(1),
  summary: z.string().min(1),
  description: z.string().min(1).optional(),
  tags: z.array(z.string()).length(1),
  'x-permission': z.enum(memberPermissions).optional(),
  'x-key-permission': z
    .string()
    .regex(/^[a-z_]+:(read|write)$/)
    .optional(),
  'x-further-permissions': z.array(z.enum(memberPermissions)).min(1).optional(),
  'x-further-key-permissions': z
    .array(z.string().regex(/^[a-z_]+:(read|write)$/))
    .min(1)
    .optional(),
  'x-alternative-permissions': z.array(z.enum(memberPermissions)).min(1).optional(),
  'x-other-bodies': z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) })).optional(),
  'x-alternative-key-permissions': z
    .array(z.string().regex(/^[a-z_]+:(read|write)$/))
    .min(1)
    .optional(),
  deprecated: z.boolean().optional(),
  /** Of calls without authentication, and of those that customers or senders of events make. */
  security: z
    .union([
      z.tuple([]),
      z.tuple([z.strictObject({ portal_token: z.tuple([]) })]),
      z.tuple([z.strictObject({ source_secret: z.tuple([]) }), z.strictObject({ api_key: z.tuple([]) })]),
    ])
    .optional(),
  parameters: z
    .array(z.union([parameter, reference]))
    .min(1)
    .optional(),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), z.union([response, reference])),
});
const pathItem = z
  .strictObject({ get: operation, post: operation, put: operation, patch: operation, delete: operation })
  .partial();
const openApi = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.url() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string().regex(/\.$/) })),
  'x-tagGroups': z.array(z.strictObject({ name: z.string(), tags: z.array(z.string()).min(1) })),
  paths: z.record(z.string().regex(/^\/[\w/{}.-]+$/), pathItem),
  webhooks: z.record(z.string(), pathItem),
  components: z.strictObject({
    securitySchemes: z.record(
      name,
      z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer'), description: z.string() }),
    ),
    parameters: z.record(name, parameter),
    responses: z.record(name, response),
    schemas: z.record(name, schema),
  }),
});
const parsed = openApi.parse(document);

/** Every object of a document, with its path. */
function* objectsOf(value: unknown, place: string[] = []): Generator<[Record<string, unknown>, string[]]> {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) yield [value as Record<string, unknown>, place];
  for (const [key, inner] of Object.entries(value)) yield* objectsOf(inner, [...place, key]);
}

const atPointer = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);

describe('the interface document', () => {
  it('contains every published call, and no other', () => {
    const received = Object.entries(parsed.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const published = allRoutes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(received.sort()).toEqual(published.sort());
    expect(published.length).toBeGreaterThan(50);
  });

  it('has no dangling reference', () => {
    const dangling = [...objectsOf(document)].filter(
      ([{ $ref }]) => typeof $ref === 'string' && atPointer($ref) === undefined,
    );
    expect(dangling.map(([{ $ref }, place]) => `${place.join('/')} -> ${String($ref)}`)).toEqual([]);
  });

  it('names every operation once, and every parameter of a path', () => {
    const ids = allRoutes.map(operationIdOf);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [path, item] of Object.entries(parsed.paths)) {
      const parameterNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameterName]) => parameterName);
      for (const call of Object.values(item)) {
        const listed = (call?.parameters ?? []).flatMap((one) =>
          'in' in one && one.in === 'path' && one.required ? [one.name] : [],
        );
        expect([path, listed]).toEqual([path, parameterNames]);
      }
    }
  });

  it.each([
    ['GET /plans', 'listPlans'],
    ['GET /taxes/:code', 'readTax'],
    ['GET /billing_entities', 'listBillingEntities'],
    ['GET /organizations', 'readOrganization'],
    ['PUT /test_clock', 'updateTestClock'],
    ['GET /activity_logs/:activity_id', 'readActivityLog'],
    ['GET /customers/:external_customer_id/invoices', 'listCustomerInvoices'],
    ['GET /customers/:external_customer_id/current_usage', 'readCustomerCurrentUsage'],
    ['PUT /plans/:code/charges/:charge_code/filters/:filter_id', 'updatePlanChargeFilter'],
    ['DELETE /subscriptions/:external_id/alerts', 'deleteSubscriptionAlerts'],
    ['DELETE /subscriptions/:external_id/alerts/:code', 'deleteSubscriptionAlert'],
    ['PATCH /plans/:code/metadata', 'mergePlanMetadata'],
    ['DELETE /plans/:code/metadata/:key', 'deletePlanMetadataKey'],
    ['POST /invoices/:svc_id/download_pdf', 'downloadInvoicePdf'],
    ['POST /invoices/:svc_id/resend_email', 'resendInvoiceEmail'],
    ['POST /emails/:svc_id/resend', 'resendEmail'],
    ['PUT /credit_notes/:svc_id/void', 'voidCreditNote'],
    [
      'PUT /customers/:external_customer_id/payment_methods/:svc_id/set_as_default',
      'setCustomerPaymentMethodAsDefault',
    ],
    ['POST /wallet_transactions/:svc_id/payment_url', 'createWalletTransactionPaymentUrl'],
    ['DELETE /events/:transaction_id', 'voidEvent'],
  ])('%s is %s', (call, id) => {
    const route = allRoutes.find(({ method, path }) => `${method} ${path}` === call);
    expect(route && operationIdOf(route)).toBe(id);
  });

  it('gives each call one tag, and each tag a chapter and a call', () => {
    for (const route of allRoutes) expect([route.path, tagsOf(route).length]).toEqual([route.path, 1]);
    const used = new Set([...allRoutes.flatMap(tagsOf), 'Sent webhooks']);
    expect(parsed.tags.map(({ name: tag }) => tag).filter((tag) => !used.has(tag))).toEqual([]);
    expect(parsed['x-tagGroups'].flatMap(({ tags }) => tags)).toEqual(parsed.tags.map(({ name: tag }) => tag));
  });

  it('states what members and keys need for each call that is not of a person about itself', () => {
    expect(parsed.paths['/plans']?.get).toMatchObject({
      'x-permission': 'plans:view',
      'x-key-permission': 'plan:read',
    });
    expect(parsed.paths['/fees/{svc_id}/events']?.get).toMatchObject({
      'x-permission': 'invoices:view',
      'x-further-permissions': ['developers:manage'],
      'x-further-key-permissions': ['event:read'],
    });
    for (const route of allRoutes) {
      const item = parsed.paths[route.path.replace(/:(\w+)/g, '{$1}')];
      const call = item?.[route.method.toLowerCase() as keyof typeof item];
      expect([route.path, call?.['x-permission'] !== undefined]).toEqual([route.path, route.access === undefined]);
    }
  });

  it('states the key of a repetition at the calls that take one', () => {
    for (const route of allRoutes) {
      const item = parsed.paths[route.path.replace(/:(\w+)/g, '{$1}')];
      const call = item?.[route.method.toLowerCase() as keyof typeof item];
      const headers = (call?.parameters ?? []).flatMap((one) => ('in' in one && one.in === 'header' ? [one] : []));
      expect([route.path, headers]).toEqual([
        route.path,
        route.repetition ? [expect.objectContaining({ name: 'Idempotency-Key', schema: expect.anything() })] : [],
      ]);
      if (headers.length > 0)
        expect([route.path, route.method, route.wrapper]).toEqual([route.path, 'POST', expect.any(String)]);
    }
  });

  it('describes a name in a path as any text: an impossible name is unknown, not invalid', () => {
    const [customer] = parsed.paths['/customers/{external_customer_id}/past_usage']?.get?.parameters ?? [];
    expect(customer).toMatchObject({
      name: 'external_customer_id',
      in: 'path',
      required: true,
      schema: { type: 'string', minLength: 1 },
    });
  });

  it('describes bodies in their wrappers, with mandatory fields', () => {
    expect(parsed.paths['/taxes']?.post?.requestBody?.content['application/json']?.schema).toEqual({
      type: 'object',
      properties: { tax: { $ref: '#/components/schemas/TaxCreate' } },
      required: ['tax'],
    });
    expect(parsed.components.schemas['TaxCreate']).toMatchObject({ required: ['name', 'code', 'rate'] });
    expect(parsed.components.schemas['EventBatch']).toMatchObject({
      type: 'object',
      properties: { events: { type: 'array', items: { $ref: '#/components/schemas/EventInput' } } },
    });
  });

  it('states the shape that clients send, and in the tolerant document what else is taken', () => {
    const tolerant = JSON.stringify(openApiDocument(allRoutes, { ...options, bodies: 'tolerant' }));
    const strict = JSON.stringify(document);
    for (const words of ['Treated as absent', 'Converted to text', 'Ignored', 'unreadable']) {
      expect([words, tolerant.includes(words)]).toEqual([words, true]);
      expect([words, strict.includes(words)]).toEqual([words, false]);
    }
    const fieldsOf = (component: string) => parsed.components.schemas[component]?.['properties'];
    expect(fieldsOf('TaxCreate')).toMatchObject({
      name: { type: 'string' },
      rate: { type: 'number' },
      applied_to_organization: { type: ['boolean', 'null'] },
    });
    expect(fieldsOf('WalletCreate')).toMatchObject({
      paid_credits: { type: 'string', format: 'decimal' },
      recurring_transaction_rules: { items: { $ref: '#/components/schemas/RecurringTransactionRuleInput' } },
    });
  });

  it('requires what clients always send, also where the service finds it missing only after its lookups', () => {
    const required = ['external_customer_id', 'plan_code', 'external_id'];
    const { SubscriptionCreate: strict } = parsed.components.schemas;
    expect(strict).toMatchObject({ required, properties: { plan_code: { type: 'string' } } });
    const tolerant = openApiDocument(allRoutes, { ...options, bodies: 'tolerant' });
    expect(openApi.parse(tolerant).components.schemas['SubscriptionCreate']).not.toHaveProperty('required');
  });

  it('takes the timestamp of an event as a number or as text', () => {
    expect(parsed.components.schemas['EventInput']).toMatchObject({
      properties: { timestamp: { anyOf: [{ type: ['number', 'string'], minimum: 0 }, { type: 'null' }] } },
    });
  });

  it('leaves no field of a body without a type', () => {
    const untyped = [...objectsOf(document)].flatMap(([{ type, properties }, place]) =>
      Object.entries((type === 'object' ? (properties ?? {}) : {}) as Record<string, object>)
        .filter(([, field]) => !['type', 'anyOf', '$ref', 'enum', 'const'].some((key) => key in field))
        .map(([field]) => [...place.slice(-1), field].join('.')),
    );
    expect(untyped).toEqual([]);
  });

  it('describes query parameters in their sent form', () => {
    const parameters = parsed.paths['/customers']?.get?.parameters ?? [];
    expect(parameters).toContainEqual(
      expect.objectContaining({
        name: 'account_type[]',
        in: 'query',
        schema: { type: 'array', items: { type: 'string', enum: ['customer', 'partner'] } },
      }),
    );
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: 'metadata', style: 'deepObject', explode: true }),
    );
  });

  it('distinguishes text from JSON', () => {
    expect(parsed.paths['/webhooks/public_key']?.get).toMatchObject({
      deprecated: true,
      responses: { 200: { content: { 'text/plain': { schema: { type: 'string' } } } } },
    });
  });

  it('lists the webhooks', () => {
    expect(Object.keys(parsed.webhooks)).toEqual(Object.keys(webhookTypes));
  });

  it('uses the identifier prefix of the installation', () => {
    const other = JSON.stringify(openApiDocument(allRoutes, { ...options, identifierPrefix: 'lago' }));
    expect(other).not.toMatch(/svc/i);
    expect(other).toContain('X-Lago-Signature');
    expect(other.replaceAll('lago_', 'svc_').replaceAll('X-Lago-', 'X-Svc-')).toBe(JSON.stringify(document));
  });
});
