import { beforeAll, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';
import {
  codesOf,
  codesOfLimits,
  document,
  nameOfLimit,
  resolved,
  type Json,
  type Keyword,
} from './published-bounds.fixture.js';

interface BoundedQuery {
  name: string;
  keyword: Keyword;
  most: number;
  schema: Json;
}

/** Beyond their bounds, these take the nearest value (customers, section 1). */
const taken = ['page', 'per_page', 'limit'];
/** A cursor beyond its bound is unreadable, as each one is that no list gave out. */
const unreadable = ['cursor', 'since'];

/** Answers to callers without a session of the portal. */
const refusals = [401, 403];

const parametersOf = (operation: Json, place: 'query' | 'path'): Json[] =>
  ((operation['parameters'] ?? []) as Json[]).map(resolved).filter((parameter) => parameter['in'] === place);

const boundsOf = (parameter: Json): BoundedQuery[] => {
  const schema = resolved((parameter['schema'] ?? {}) as Json);
  return (Object.keys(nameOfLimit) as Keyword[]).flatMap((keyword) => {
    const most = schema[keyword];
    return typeof most === 'number' ? [{ name: String(parameter['name']), keyword, most, schema }] : [];
  });
};

const reads = Object.entries(document.paths).flatMap(([path, { get }]) => {
  const operation = get as Json | undefined;
  // A stream of events has no end.
  return operation && !path.endsWith('/stream') ? [{ path, operation }] : [];
});
const lists = reads
  .map(({ path, operation }) => ({ path, queries: parametersOf(operation, 'query').flatMap(boundsOf) }))
  .filter(({ path, queries }) => !path.includes('{') && queries.length > 0);
const records = reads.filter(({ operation }) => parametersOf(operation, 'path').length > 0);

function queryOf({ name, keyword, schema }: BoundedQuery, size: number): string {
  if (keyword === 'maximum') return `${name}=${size}`;
  if (keyword === 'maxLength') return `${name}=${'x'.repeat(size)}`;
  const items = resolved((schema['items'] ?? {}) as Json);
  const [first = items['format'] === 'uuid' ? '00000000-0000-4000-8000-000000000000' : '200'] = (items['enum'] ??
    []) as string[];
  return Array.from({ length: size }, () => `${name}=${first}`).join('&');
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create();
});

describe.each(lists)('the published bounds of the queries of GET $path', ({ path, queries }) => {
  it.each(queries)('hold: $name $keyword', async (query) => {
    const { name, keyword, most } = query;
    const field = name.replace('[]', '');
    const within = await sandbox.call('GET', `${path}?${queryOf(query, most)}`);
    expect(within.status).toBeLessThan(500);
    expect(codesOf(within.body['error_details'], field).filter((code) => codesOfLimits.test(code))).toEqual([]);
    const beyond = await sandbox.call('GET', `${path}?${queryOf(query, most + 1)}`);
    if (taken.includes(name) || refusals.includes(beyond.status)) return expect(beyond.status).toBe(within.status);
    expect(beyond.status).toBe(422);
    if (unreadable.includes(name))
      return expect(codesOf(beyond.body['error_details'], name)).toEqual(['value_is_invalid']);
    expect(codesOf(beyond.body['error_details'], field).some((code) => codesOfLimits.test(code))).toBe(true);
    expect(beyond.body['limits']).toMatchObject({ [field]: { [nameOfLimit[keyword]]: most } });
  });
});

it.each([255, 256, 8_000])('no record has an identifier of %i characters', async (size) => {
  for (const { path } of records) {
    const { status, body } = await sandbox.call('GET', path.replace(/\{\w+\}/g, 'x'.repeat(size)));
    // Some need a query, a session or a setting first.
    expect([path, status < 500 && status >= 400 ? 'refused' : [status, body]]).toEqual([path, 'refused']);
  }
});
