import { errorBodies } from '../http/error-bodies.js';
import type { Route } from '../http/route.js';
import { errorNames, operationOf, tagOf, templateOf } from './operations.js';
import { Schemas, type Json } from './schemas.js';
import { webhooksOf } from './webhooks.js';

export interface DocumentOptions {
  /** Of the interface. */
  version: string;
  /** Where the installation is reached, without a path. */
  serverUrl: string;
  identifierPrefix: string;
}

/** The public interface as an OpenAPI 3.1 document. */
export function openApiDocument(routes: Route[], { version, serverUrl, identifierPrefix }: DocumentOptions): Json {
  const schemas = new Schemas(identifierPrefix);
  const paths: Record<string, Json> = {};
  for (const route of routes) (paths[templateOf(route.path, schemas)] ??= {})[route.method.toLowerCase()] = operationOf(route, schemas);
  const responses = errorResponses(schemas);
  const { webhooks, parameters } = webhooksOf(identifierPrefix);
  return {
    openapi: '3.1.0',
    info: { title: 'Tollgate', version, description: 'Usage-based billing: metering, rating, invoices.' },
    servers: [{ url: `${serverUrl}/api/v1` }],
    security: [{ api_key: [] }],
    tags: [...new Set(routes.map(tagOf))].sort().map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    webhooks,
    components: {
      securitySchemes: { api_key: { type: 'http', scheme: 'bearer', description: 'API key of the organization' } },
      parameters,
      responses,
      schemas: Object.fromEntries(Object.entries(schemas.components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

const errorDescriptions: Record<keyof typeof errorNames, string> = {
  400: 'The body is not readable, or its wrapper is missing or empty',
  401: 'No valid API key',
  403: 'The API key does not permit this, or the state of the resource forbids it',
  404: 'There is no such resource',
  405: 'Not possible in the present state',
  422: 'What was sent is not valid; `error_details` says why, field by field',
  429: 'Too many calls; `Retry-After` says how many seconds to wait',
  503: 'Something that this call needs is away; nothing was changed',
};

const errorResponses = (schemas: Schemas): Json =>
  Object.fromEntries(
    (Object.keys(errorNames).map(Number) as (keyof typeof errorNames)[]).map((status) => [
      errorNames[status],
      { description: errorDescriptions[status], content: { 'application/json': { schema: schemas.answer(errorBodies[status]) } } },
    ]),
  );
