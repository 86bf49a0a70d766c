import { z } from 'zod';
import { pathParameters } from '../http/path-parameters.js';
import { longestIdempotencyKey, type Route } from '../http/route.js';
import { memberPermissionOf, permittedParts } from '../protocol/call-permissions.js';
import { errorNames, type ErrorStatus } from './errors.js';
import { operationIdOf } from './operation-ids.js';
import { isRequired, type Json, type Schemas } from './schemas.js';
import { tagsOf } from './tags.js';

const textSchema = { type: 'string' };
/** A name that is too long for any resource is treated as unknown: lists of an unknown customer are empty. */
const nameSchema = { type: 'string', minLength: 1 };
const uuidSchema = { type: 'string', format: 'uuid' };
const parameterPattern = /:(\w+)/g;

/** A path in the document's spelling: `/taxes/{code}`. */
export const templateOf = (path: string, schemas: Schemas): string =>
  path.replace(parameterPattern, (_, name: string) => `{${schemas.spelled(name)}}`);

/** Permissions of members and keys for a call (customers, sections 13 and 14); those of people about themselves need none. */
function permissionsOf(route: Route): Json {
  if (route.access) return {};
  const [own, ...further] = permittedParts(route).map(bothPermissions);
  const others = (route.orMake ?? []).map(bothPermissions);
  return {
    'x-permission': own?.member,
    'x-key-permission': own?.key,
    ...(further.length > 0
      ? {
          'x-further-permissions': further.map(({ member }) => member),
          'x-further-key-permissions': further.map(({ key }) => key),
        }
      : {}),
    ...(others.length > 0
      ? {
          'x-alternative-permissions': [...new Set(others.map(({ member }) => member))],
          'x-alternative-key-permissions': [...new Set(others.map(({ key }) => key))],
        }
      : {}),
  };
}

const bothPermissions = (part: Route) => ({
  member: memberPermissionOf(part),
  key: `${part.permission}:${part.method === 'GET' ? 'read' : 'write'}`,
});

/** The authentication of a call that takes other credentials than a key or a session. */
function securityOf({ access }: Route): Json {
  if (access === 'anyone') return { security: [] };
  if (access === 'source') return { security: [{ source_secret: [] }, { api_key: [] }] };
  return access === 'portal' ? { security: [{ portal_token: [] }] } : {};
}

/** One call of the document. */
export function operationOf(route: Route, schemas: Schemas): Json {
  const parameters = [
    ...pathParametersOf(route, schemas),
    ...queryParameters(route, schemas),
    ...keyParameter(route, schemas),
  ];
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    tags: tagsOf(route),
    ...permissionsOf(route),
    ...(route.deprecated ? { deprecated: true } : {}),
    ...securityOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body || route.isFreeForm
      ? {
          requestBody: {
            required: route.bodyOptional === undefined,
            content: { 'application/json': { schema: bodySchema(route, schemas) } },
          },
        }
      : {}),
    ...otherBodies(route, schemas),
    responses: responsesOf(route, schemas),
  };
}

/** Bodies of other content types, as an extension: some generators make broken code of a call with several of them. */
const otherBodies = ({ otherBodies: bodies }: Route, schemas: Schemas): Json =>
  bodies && schemas.bodies === 'strict'
    ? {
        'x-other-bodies': Object.fromEntries(
          Object.entries(bodies).map(([type, schema]) => [type, { schema: schemas.answered(schema) }]),
        ),
      }
    : {};

/** The schema of the whole body of a call, with its wrapper. */
export function bodySchema({ body, wrapper, beside, bodyOptional, isFreeForm }: Route, schemas: Schemas): Json {
  if (isFreeForm) return { type: 'object', additionalProperties: true };
  if (!body) return {};
  const inner = schemas.body(body);
  if (!wrapper) return inner;
  const others = Object.entries(beside ?? {}).map(([name, member]) => [name, schemas.body(member)]);
  const properties = { [wrapper]: inner, ...(Object.fromEntries(others) as Json) };
  return { type: 'object', properties, ...(bodyOptional ? {} : { required: [wrapper] }) };
}

const pathParametersOf = ({ path }: Route, schemas: Schemas): Json[] =>
  [...path.matchAll(parameterPattern)].map(([, name = '']) => ({
    name: schemas.spelled(name),
    in: 'path',
    required: true,
    schema: { ...(name === 'svc_id' ? uuidSchema : nameSchema), ...schemas.note(pathParameters[name]) },
  }));

function queryParameters({ query }: Route, schemas: Schemas): Json[] {
  return Object.entries(query?.shape ?? {}).map(([name, contract]) => {
    const { description, ...schema } = schemas.input(contract as z.ZodType);
    const list = schema['type'] === 'array';
    return {
      name: list ? `${schemas.spelled(name)}[]` : schemas.spelled(name),
      in: 'query',
      ...(description ? { description } : {}),
      ...(isRequired(contract as z.ZodType) ? { required: true } : {}),
      ...(schema['type'] === 'object' ? { style: 'deepObject', explode: true } : {}),
      schema,
    };
  });
}

/** The header under which a caller may repeat a call. */
const keyParameter = ({ repetition }: Route, schemas: Schemas): Json[] =>
  repetition === undefined
    ? []
    : [
        {
          name: 'Idempotency-Key',
          in: 'header',
          schema: {
            type: 'string',
            maxLength: longestIdempotencyKey,
            ...schemas.note([repetitionTexts[repetition], 'order-2026-000017']),
          },
        },
      ];

const repetitionTexts = {
  answered: 'Key of your choice. A call repeated under it does nothing more and returns the first answer',
  refused:
    'Key of your choice. A call repeated under it does nothing more and answers 422: the first answer had a secret',
};

/** Any address can be malformed, name a missing resource, or request the impossible; only bodies can be too large. */
const ofEveryCall = [400, 401, 403, 404, 405, 422, 429, 431, 503] as const;
const ofBodies = [413, 415] as const;

const errorsOf = ({ method }: Route): ErrorStatus[] =>
  [...ofEveryCall, ...(method === 'GET' ? [] : ofBodies)].sort((one, other) => one - other);

function responsesOf(route: Route, schemas: Schemas): Json {
  const success = route.answerType
    ? { [route.answerType]: { schema: textSchema } }
    : { 'application/json': { schema: schemas.answer(z.object(route.answer)) } };
  const errors = errorsOf(route).map(
    (status) => [status, { $ref: `#/components/responses/${errorNames[status]}` }] as const,
  );
  return { 200: { description: 'Success', content: success }, ...Object.fromEntries(errors) };
}
