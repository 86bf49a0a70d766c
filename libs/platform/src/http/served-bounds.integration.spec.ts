import { beforeAll, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';
import {
  codesOf,
  codesOfLimits,
  document,
  isObject,
  nameOfLimit,
  resolved,
  type Json,
  type Keyword,
} from './published-bounds.fixture.js';

interface Bounded {
  field: string;
  /** The object or the list of objects that the field is a member of; null at the top. */
  within: { field: string; isList: boolean } | null;
  keyword: Keyword;
  most: number;
  schema: Json;
}
interface Operation {
  method: 'POST' | 'PUT' | 'PATCH';
  path: string;
  wrapper: string;
  fields: Bounded[];
}

/** Answers to callers without a session, and where the body names no object that exists: bounds come later. */
const refusals = [401, 403, 404];

const alternativesOf = (schema: Json): Json[] => {
  const own = resolved(schema);
  const chosen = (own['anyOf'] ?? own['oneOf'] ?? []) as Json[];
  return chosen.length > 0 ? chosen.flatMap(alternativesOf) : [own];
};

const propertiesOf = (schema: Json): [string, Json][] =>
  Object.entries((resolved(schema)['properties'] ?? {}) as Record<string, Json>);

/** The bounds of a field, and those of its members or of the members of its elements. */
function boundsOf([field, schema]: [string, Json]): Bounded[] {
  const members = alternativesOf(schema).flatMap((one) => {
    const isList = one['type'] === 'array';
    const objects = isList ? alternativesOf((one['items'] ?? {}) as Json) : [one];
    return objects.flatMap(propertiesOf).flatMap((member) => ownBoundsOf(member, { field, isList }));
  });
  return [...ownBoundsOf([field, schema], null), ...members];
}

function ownBoundsOf([field, schema]: [string, Json], within: Bounded['within']): Bounded[] {
  return alternativesOf(schema).flatMap((one) =>
    (Object.keys(nameOfLimit) as Keyword[]).flatMap((keyword): Bounded[] => {
      const most = one[keyword];
      // A text with a form of its own, such as a date, breaks that form first.
      const hasForm = ['format', 'pattern', 'enum', 'const'].some((key) => key in one);
      return typeof most === 'number' && !hasForm ? [{ field, within, keyword, most, schema: one }] : [];
    }),
  );
}

function operationsOf(): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    (['post', 'put', 'patch'] as const).flatMap((method): Operation[] => {
      const { requestBody } = (methods[method] ?? {}) as { requestBody?: Json };
      const content = requestBody && (resolved(requestBody)['content'] as Json | undefined);
      const media = content?.['application/json'] as Json | undefined;
      if (!media || path.includes('{')) return [];
      const members = Object.entries((resolved(media['schema'] as Json)['properties'] ?? {}) as Record<string, Json>);
      const [wrapped] = members;
      const inner = wrapped && members.length === 1 ? resolved(wrapped[1])['properties'] : undefined;
      if (!wrapped || !isObject(inner)) return [];
      const fields = Object.entries(inner as Record<string, Json>).flatMap(boundsOf);
      return [{ method: method.toUpperCase() as Operation['method'], path, wrapper: wrapped[0], fields }];
    }),
  );
}

const elementOf = (schema: Json): unknown => {
  const [element = {}] = alternativesOf((schema['items'] ?? {}) as Json);
  return element['type'] === 'object' || 'properties' in element ? {} : 'a';
};

/** A value of a size. */
function valueOf({ keyword, schema }: Bounded, size: number): unknown {
  if (keyword === 'maxLength') return 'x'.repeat(size);
  if (keyword === 'maximum') return size;
  return Array.from({ length: size }, () => elementOf(schema));
}

/** A body with the field alone, at its place. */
function bodyOf(bounded: Bounded, size: number): Json {
  const { field, within } = bounded;
  const inner = { [field]: valueOf(bounded, size) };
  if (within === null) return inner;
  return { [within.field]: within.isList ? [inner] : inner };
}

const nameOf = ({ field, within, keyword }: Bounded): string =>
  [...(within ? [within.field + (within.isList ? '[]' : '')] : []), field].join('.') + ` ${keyword}`;

/** The operator's own periods bound those of an organization further. */
const boundByOperators = ['/organizations/retention'];
const operations = operationsOf().filter(({ path, fields }) => fields.length > 0 && !boundByOperators.includes(path));
let sandbox: Sandbox;
let withNumber = 0;
beforeAll(async () => {
  sandbox = await Sandbox.create();
});

describe.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  'the published bounds of %s',
  (_, { method, path, wrapper, fields }) => {
    it.each(fields.map((bounded) => [nameOf(bounded), bounded] as const))('hold: %s', async (__, bounded) => {
      const { field, keyword, most } = bounded;
      const send = (size: number) => sandbox.call(method, path, { [wrapper]: bodyOf(bounded, size) });
      const within = await send(most);
      expect(within.status).toBeLessThan(500);
      expect(codesOf(within.body['error_details'], field).filter((code) => codesOfLimits.test(code))).toEqual([]);
      const beyond = await send(most + 1);
      if (refusals.includes(beyond.status)) return expect(beyond.status).toBe(within.status);
      expect(beyond.status).toBe(422);
      // Wallets check their record after the fields that are missing here.
      if (!codesOf(beyond.body['error_details'], field).some((code) => codesOfLimits.test(code))) return;
      withNumber += 1;
      expect(beyond.body['limits']).toMatchObject({ [field]: { [nameOfLimit[keyword]]: most } });
    });
  },
);

it('names the number of nearly every bound', () => expect(withNumber).toBeGreaterThan(100));
