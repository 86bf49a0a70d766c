import type { Route } from '../http/route.js';
import { annotated } from './annotations.js';
import { errorResponses } from './errors.js';
import { operationOf, templateOf } from './operations.js';
import { type Bodies, Schemas, type Json } from './schemas.js';
import { tagGroups, tagList } from './tags.js';
import { webhooksOf } from './webhooks.js';

export interface DocumentOptions {
  /** The version of the interface. */
  version: string;
  /** The base address of the installation, without a path. */
  serverUrl: string;
  identifierPrefix: string;
  /** Absent: `strict`, the document that is served. The tolerant one states everything that the service takes. */
  bodies?: Bodies;
}

const description = `Usage-based billing: metering, rating, invoices.

Numbers are exact: a JSON number with more digits than a double stores is read as the text of the same number. Text is valid
Unicode without null characters. Unknown fields are ignored; with the header \`Prefer: handling=strict\` a call that sends some
answers 422 \`unknown_parameter\`. Bodies may be compressed by gzip, deflate or br. Send an \`Idempotency-Key\` with calls that take
one: repeated under it, they do nothing twice.`;

/** Builds the OpenAPI 3.1 document of the public interface. */
export function openApiDocument(
  routes: Route[],
  { version, serverUrl, identifierPrefix, bodies = 'strict' }: DocumentOptions,
): Json {
  const schemas = new Schemas(identifierPrefix, bodies);
  const paths: Record<string, Json> = {};
  for (const route of routes)
    (paths[templateOf(route.path, schemas)] ??= {})[route.method.toLowerCase()] = operationOf(route, schemas);
  const responses = errorResponses(schemas);
  const { webhooks, parameters } = webhooksOf(identifierPrefix);
  const document = {
    openapi: '3.1.0',
    info: { title: 'Tollgate', version, description },
    servers: [{ url: `${serverUrl}/api/v1` }],
    security: [{ api_key: [] }],
    tags: tagList,
    'x-tagGroups': tagGroups,
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    webhooks,
    components: {
      securitySchemes: {
        api_key: {
          type: 'http',
          scheme: 'bearer',
          description: 'API key of the organization, or the token of a person’s session',
        },
        portal_token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The last part of the address of a portal session, or from `GET /customers/{external_customer_id}/portal_url`',
        },
        source_secret: {
          type: 'http',
          scheme: 'bearer',
          description: 'Secret of an event source, from its creation or its rotation',
        },
      },
      parameters,
      responses,
      schemas: Object.fromEntries(Object.entries(schemas.components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
  return bodies === 'strict' ? annotated(document) : document;
}
