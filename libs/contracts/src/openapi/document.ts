import { errorBodies } from '../http/error-bodies.js';
import type { Route } from '../http/route.js';
import { errorNames, type ErrorStatus, operationOf, templateOf } from './operations.js';
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

Numbers are exact: a JSON number with more digits than a double keeps is read as the text of the same number. Text is valid
Unicode without null characters. Fields that are not known are left out. Bodies may be compressed by gzip, deflate or br.`;

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
  return {
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
      },
      parameters,
      responses,
      schemas: Object.fromEntries(Object.entries(schemas.components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

const errorDescriptions: Record<keyof typeof errorNames, string> = {
  400: 'The address or the body is not readable, or its wrapper is missing or empty',
  401: 'No valid API key or session',
  403: 'The API key or the roles of the person do not permit this, or the state of the resource forbids it',
  404: 'There is no such resource',
  405: 'Not possible in the present state, or not with this method; then `Allow` names those that are',
  413: 'The body is too large, as it came or unpacked',
  415: 'The body is not JSON, or is compressed otherwise than by gzip, deflate or br',
  422: 'What was sent is not valid; `error_details` says why, field by field',
  431: 'Address and headers are too large',
  429: 'Too many calls; `Retry-After` says how many seconds to wait',
  503: 'Something that this call needs is away; nothing was changed',
};

const header = (name: string, description: string, schema: Json): Json => ({
  headers: { [name]: { description, schema } },
});
const retryAfter = header('Retry-After', 'Seconds to wait before the next try', { type: 'integer', minimum: 0 });
const errorHeaders: Partial<Record<ErrorStatus, Json>> = {
  405: header('Allow', 'The methods of this path, where it does not have the one that was called', { type: 'string' }),
  429: retryAfter,
  503: retryAfter,
};

const errorResponses = (schemas: Schemas): Json =>
  Object.fromEntries(
    (Object.keys(errorNames).map(Number) as (keyof typeof errorNames)[]).map((status) => [
      errorNames[status],
      {
        description: errorDescriptions[status],
        ...errorHeaders[status],
        content: { 'application/json': { schema: schemas.answer(errorBodies[status]) } },
      },
    ]),
  );
