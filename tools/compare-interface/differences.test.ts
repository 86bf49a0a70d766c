import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { differencesOf, matches } from './differences.ts';
import type { OpenApiDocument, Operation, Parameter, Payload, Schema } from './fields.ts';

const json = (schema: Schema): Payload => ({ content: { 'application/json': { schema } } });
const object = (properties: Record<string, Schema>): Schema => ({ type: 'object', properties });
const call = (answer: Schema, { body, parameters }: { body?: Schema; parameters?: Parameter[] } = {}): Operation => ({
  ...(parameters ? { parameters } : {}),
  ...(body ? { requestBody: json(body) } : {}),
  responses: { 200: json(answer) },
});
const documentOf = (
  operation: Operation,
  components: OpenApiDocument['components'] = {},
  path = '/customers/{id}',
): OpenApiDocument => ({
  paths: { [path]: { post: operation } },
  components,
});
const differences = (reference: Operation, served: Operation): string[] =>
  differencesOf(documentOf(reference), documentOf(served));

describe('differences of two interfaces', () => {
  it('ignore names of path parameters, and additions', () => {
    const served = documentOf(call(object({ a: { type: 'string' }, b: { type: 'string' } })), {}, '/customers/{code}');
    assert.deepEqual(differencesOf(documentOf(call(object({ a: { type: 'string' } }))), served), []);
  });

  it('include missing calls, fields and parameters, each once', () => {
    assert.deepEqual(differencesOf(documentOf(call({})), { paths: {} }), ['POST /customers/{}: missing']);
    const inner: Schema = { type: 'array', items: object({ key: { type: 'string' } }) };
    const expected = object({ customer: object({ name: { type: 'string' }, metadata: inner }) });
    const parameters = [{ name: 'ids[]', in: 'query', schema: { type: 'array', items: { type: 'string' } } }];
    assert.deepEqual(
      differences(call(expected, { parameters }), call(object({ customer: object({ name: { type: 'string' } }) }))),
      ['POST /customers/{}: query ids: missing', 'POST /customers/{}: answer customer.metadata: missing'],
    );
  });

  it('include open objects with promised fields', () => {
    const expected = object({ a: object({ b: { type: 'string' } }) });
    assert.deepEqual(differences(call(expected), call(object({ a: { type: 'object' } }))), [
      'POST /customers/{}: answer a: is not described',
    ]);
  });

  it('include types and values that one side sends and the other does not accept', () => {
    const number = object({ a: { type: 'number' } });
    const integer = object({ a: { type: 'integer' } });
    assert.deepEqual(differences(call(number), call(integer)), []);
    assert.deepEqual(differences(call(integer), call(number)), ['POST /customers/{}: answer a: is number']);
    assert.deepEqual(differences(call({}, { body: integer }), call({}, { body: number })), []);
    const values = (...all: string[]): Schema => object({ a: { type: 'string', enum: all } });
    assert.deepEqual(differences(call(values('x')), call(values('x', 'y'))), [
      'POST /customers/{}: answer a: is also y',
    ]);
    assert.deepEqual(differences(call({}, { body: values('x', 'y') }), call({}, { body: values('x') })), [
      'POST /customers/{}: body a: is also y',
    ]);
  });

  it('include wrappers, and follow references, including cyclic ones', () => {
    const components = {
      schemas: { Node: object({ name: { type: 'string' }, next: { $ref: '#/components/schemas/Node' } }) },
    };
    const bare = documentOf(call({ allOf: [{ $ref: '#/components/schemas/Node' }] }), components);
    const wrapped = documentOf(call(object({ node: { $ref: '#/components/schemas/Node' } })), components);
    assert.deepEqual(differencesOf(bare, bare), []);
    assert.deepEqual(differencesOf(bare, wrapped), ['POST /customers/{}: answer: is inside node']);
  });
});

it('patterns of reasons match literally, except for stars', () => {
  assert.ok(matches('GET /a: answer *[].b: is null', 'GET /a: answer x[].b: is null'));
  assert.ok(!matches('GET /a: answer b', 'GET /a: answer bc'));
  assert.ok(!matches('a.b', 'axb'));
});
