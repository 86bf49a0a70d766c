import { afterAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { filtersOfEvent, groupOfEvent, resolveFilters, type ChargeFilter, type EventTexts } from '@tollgate/rating';
import { openUsageStore, runs } from '../../store/blocks/usage-store.fixture.js';
import { countingFilters } from './filters-sql.js';
import { rowsOfParts } from './parts-sql.js';
import { QueryParameters } from './query-parameters.js';
import type { UsagePart } from './usage-request.js';

const { clickhouse, close } = openUsageStore();
afterAll(() => close(), 60_000);

const keys = ['cloud', "it's", 'region', 'zone'];
const values = ['a', 'b', 'c', 'd', '', '1,2', '🙂'];
const metricValues = Object.fromEntries(keys.map((key) => [key, values]));

/** Group keys of a part: none, a few, or more than a statement has as text. */
const groupKeys: fc.Arbitrary<string[]> = fc.oneof(
  fc.constant<string[]>([]),
  fc.uniqueArray(fc.constantFrom(...keys, 'user'), { maxLength: 2 }),
  fc.constant<string[]>([...keys, ...Array.from({ length: 50 }, (_, place) => `further ${place}`)]),
);
const allowed: fc.Arbitrary<string[]> = fc.oneof(
  { weight: 4, arbitrary: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constant<string[]>(['__ALL_FILTER_VALUES__']) },
);
const filter = fc.record({
  values: fc.dictionary(fc.constantFrom(...keys), allowed, { maxKeys: 3 }),
  groupKeys,
});
const event: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(...keys, 'user', 'further 7'),
  fc.constantFrom(...values, 'z'),
);

/** A part in which an event counts, with its group. */
interface Placed {
  place: number;
  part: number;
  grouping?: (string | null)[];
}

async function placed(parts: UsagePart[], events: EventTexts[]): Promise<Placed[]> {
  const parameters = new QueryParameters();
  const list = parameters.add(JSON.stringify(events.map((texts, place) => [place, texts])), 'String');
  const source = `(select row.1 as place, row.2 as texts
    from (select arrayJoin(JSONExtract(${list}, 'Array(Tuple(UInt32, Map(String, String)))')) as row)) as event`;
  const rows = await clickhouse.rows<Placed>(
    rowsOfParts({ parts }, { columns: ['place'], source }, parameters),
    parameters.values,
  );
  return rows.map(({ place, part, grouping = [] }) => ({ place, part, grouping })).sort(inOrder);
}

const inOrder = (one: Placed, other: Placed) => one.place - other.place || one.part - other.part;

function expected(parts: UsagePart[], events: EventTexts[]): Placed[] {
  const filters = parts.flatMap((part) => part.filter ?? []);
  return events.flatMap((texts, place) => {
    const counted = filtersOfEvent(filters, texts);
    return (counted.length > 0 ? counted : [null])
      .map((taken) => parts.findIndex((part) => part.filter === taken))
      .map((part) => {
        const list = parts[part]?.groupKeys ?? [];
        const group = groupOfEvent(texts, list);
        return { place, part, grouping: list.map((key) => group[key] ?? null) };
      })
      .sort(inOrder);
  });
}

const partsOf = (filters: { values: ChargeFilter<string>['values']; groupKeys: string[] }[], own: string[]) => {
  const resolved = resolveFilters(
    filters.map((each, place) => ({ id: String(place), values: each.values })),
    metricValues,
  );
  return [
    ...resolved.map((each, place): UsagePart => ({ filter: each, groupKeys: filters[place]?.groupKeys ?? [] })),
    { filter: null, groupKeys: own },
  ];
};

it('places any event in the parts and groups that the rules of rating give it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(filter, { maxLength: 10 }),
      groupKeys,
      fc.array(event, { maxLength: 12 }),
      async (filters, own, events) => {
        const parts = partsOf(filters, own);
        expect(await placed(parts, events)).toEqual(expected(parts, events));
      },
    ),
    { numRuns: runs(150) },
  );
}, 240_000);

it('counts an event once in each part whose filters have different group keys', async () => {
  const filters: { values: Record<string, string[]>; groupKeys: string[] }[] = [
    { values: { cloud: ['a'] }, groupKeys: [] },
    { values: { region: ['__ALL_FILTER_VALUES__'] }, groupKeys: [] },
    { values: {}, groupKeys: ['region'] },
    { values: { cloud: ['__ALL_FILTER_VALUES__'], "it's": ['a'] }, groupKeys: ['cloud'] },
  ];
  const parts = partsOf(filters, []);
  const events = [{ region: 'a', cloud: 'a' }];
  expect(await placed(parts, events)).toEqual(expected(parts, events));
});

it('does so with a thousand filters that precede each other', async () => {
  const nested = Array.from({ length: 1000 }, (_, place) => ({
    values: {
      cloud: Array.from({ length: (place % 100) + 1 }, (_each, value) => `c${value}`),
      ...(place % 2 === 0 ? { region: [`r${place % 10}`] } : {}),
    },
    groupKeys: [`key of ${place}`],
  }));
  const parts = partsOf(nested, ['cloud']);
  const events = ['c0', 'c42', 'c99', 'c100'].flatMap((cloud) =>
    ['r0', 'r1', 'r4'].map((region) => ({ cloud, region })),
  );
  expect(await placed(parts, events)).toEqual(expected(parts, events));
});

it('needs no text for a filter, and splits long lists of values', async () => {
  const long = (name: string) => name.padEnd(255, '語');
  const filters = (many: number) =>
    Array.from({ length: many }, (_, place) => ({ values: { cloud: [long(`c${place}`)] }, groupKeys: [] }));
  const textOf = (many: number) => {
    const resolved = partsOf(filters(many), []).map((part) => part.filter);
    const parameters = new QueryParameters();
    const text = countingFilters(resolved, parameters);
    for (const value of Object.values(parameters.values))
      expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThan(128 * 1024);
    return text;
  };
  expect(textOf(1000).length - textOf(10).length).toBeLessThan(500);
  const parts = partsOf(filters(1000), []);
  expect(await placed(parts, [{ cloud: long('c7') }, { cloud: long('c999') }, { cloud: 'c7' }])).toEqual([
    { place: 0, part: 7, grouping: [] },
    { place: 1, part: 999, grouping: [] },
    { place: 2, part: 1000, grouping: [] },
  ]);
});
