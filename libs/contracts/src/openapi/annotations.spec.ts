import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { readBody } from '../http/read-body.js';
import { allRoutes } from '../protocol/routes.js';
import { openApiDocument } from './document.js';
import { templateOf } from './operations.js';
import { Schemas, type Json } from './schemas.js';

interface Payload {
  content: Record<string, { schema: Json; example?: unknown }>;
}
interface Call {
  operationId: string;
  description?: string;
  parameters?: { name: string; description?: string; example?: unknown }[];
  requestBody?: Payload;
  responses: Record<string, Payload>;
}
const document = openApiDocument(allRoutes, {
  version: '1.0.0',
  serverUrl: 'https://billing.example.com',
  identifierPrefix: 'svc',
}) as unknown as { paths: Record<string, Record<string, Call>>; components: { schemas: Record<string, Json> } };
const shapes = document.components.schemas;
const schemas = new Schemas('svc', 'strict');
const calls = allRoutes.map((route) => {
  const call = document.paths[templateOf(route.path, schemas)]?.[route.method.toLowerCase()];
  if (!call) throw new Error(`The document lacks ${route.method} ${route.path}`);
  return { route, call };
});
const jsonOf = (payload: Payload | undefined) => payload?.content['application/json'];

interface Field {
  place: string;
  name: string;
  schema: Json;
}

/** All fields of a schema, with the place where each stands. */
function* fieldsOf(schema: Json, place: string): Generator<Field> {
  for (const [name, field] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>)) {
    yield { place: `${place}.${name}`, name, schema: field };
    yield* fieldsOf(field, `${place}.${name}`);
  }
  for (const inner of [schema['items'], schema['additionalProperties'], ...((schema['anyOf'] ?? []) as unknown[])])
    if (inner !== null && typeof inner === 'object') yield* fieldsOf(inner as Json, place);
}
const fields = [
  ...Object.entries(shapes).flatMap(([name, shape]) => [...fieldsOf(shape, name)]),
  ...calls.flatMap(({ call }) =>
    [jsonOf(call.requestBody), jsonOf(call.responses['200'])].flatMap((payload) => [
      ...fieldsOf(payload?.schema ?? {}, call.operationId),
    ]),
  ),
];

/** Whether a field holds or lists a shape with fields, which has its own text. */
function holdsShape(schema: Json): boolean {
  const { $ref, items, anyOf } = schema as { $ref?: string; items?: Json; anyOf?: Json[] };
  const shape = $ref && shapes[$ref.replace(/.*\//, '')];
  if (shape) return 'properties' in shape || 'anyOf' in shape;
  return [...(items ? [items] : []), ...(anyOf ?? [])].some(holdsShape);
}
const holdsFields = ({ properties, items }: Json): boolean =>
  properties !== undefined || (items as Json | undefined)?.['properties'] !== undefined;

describe('descriptions', () => {
  it('are there for every shape', () => {
    expect(Object.entries(shapes).flatMap(([name, { description }]) => (description ? [] : [name]))).toEqual([]);
  });

  it('are there for every field that no shape describes', () => {
    const bare = fields.filter(({ schema }) => !holdsShape(schema) && schema['description'] === undefined);
    expect(bare.map(({ place }) => place)).toEqual([]);
  });

  it('are there for every call and every parameter', () => {
    for (const { call } of calls) {
      expect([call.operationId, call.description]).toEqual([call.operationId, expect.stringMatching(/\.$/)]);
      for (const { name, description } of call.parameters ?? [])
        expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z]/)]);
    }
  });

  it('leave no note of their texts in the document', () => {
    expect(JSON.stringify(document)).not.toContain('x-text');
  });
});

describe('examples', () => {
  it('are there for every field without fields of its own, and for every parameter', () => {
    const bare = fields.filter(
      ({ schema }) => !holdsShape(schema) && !holdsFields(schema) && schema['examples'] === undefined,
    );
    expect(bare.map(({ place }) => place)).toEqual([]);
    const parameters = calls.flatMap(({ call }) => call.parameters ?? []);
    expect(parameters.filter(({ example }) => example === undefined).map(({ name }) => name)).toEqual([]);
  });

  it.each(calls.filter(({ route }) => route.body).map(({ route, call }) => [call.operationId, route, call] as const))(
    'of %s have a body that the service accepts',
    (_, { body, wrapper }, { requestBody }) => {
      const example = jsonOf(requestBody)?.example as Json;
      const inner = (wrapper ? example[wrapper] : example) as Json;
      expect(Object.keys(inner).length).toBeGreaterThan(0);
      expect(body && readBody(body, inner)).toEqual({ input: expect.anything() });
    },
  );

  it('have answers of the shape that the service promises', () => {
    for (const { route, call } of calls.filter(({ route: { answerType } }) => !answerType)) {
      const read = z.object(route.answer).safeParse(jsonOf(call.responses['200'])?.example);
      expect([call.operationId, read.error]).toEqual([call.operationId, undefined]);
    }
  });
});
