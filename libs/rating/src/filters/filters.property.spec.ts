import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  ALL_FILTER_VALUES,
  filterOfSingleEvent,
  filtersOfEvent,
  resolveFilters,
  type ChargeFilter,
  type ResolvedFilter,
} from './charge-filters.js';
import { textOf, type EventTexts } from './property-text.js';

const keys = ['cloud', 'region', 'model'];
const values = ['a', 'b', 'c', '', 'constructor'];
const metricValues = { cloud: values, region: values.slice(0, 3), model: [] };

const allowed = fc.oneof(
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 }),
  fc.constant([ALL_FILTER_VALUES]),
);
const filters: fc.Arbitrary<ChargeFilter<number>[]> = fc
  .array(fc.dictionary(fc.constantFrom(...keys), allowed, { maxKeys: 3 }), { maxLength: 12 })
  .map((list) => list.map((filterValues, id) => ({ id, values: filterValues })));
const event: fc.Arbitrary<EventTexts> = fc.dictionary(
  fc.constantFrom(...keys, 'other'),
  fc.constantFrom(...values, 'z', null),
);

/** The rule as the reference states it (metering, section 6.1). */
function precedes(b: ChargeFilter<number>, a: ChargeFilter<number>): boolean {
  const [ofA, ofB] = [setsOf(a), setsOf(b)];
  const shared = [...ofA].every(([key, set]) => [...set].some((value) => ofB.get(key)?.has(value)));
  if (!shared) return false;
  if (ofB.size > ofA.size) return true;
  const within = [...ofA].every(([key, set]) => [...(ofB.get(key) ?? [])].every((value) => set.has(value)));
  const identical = [...ofA].every(([key, set]) => set.size === ofB.get(key)?.size);
  return within && (!identical || b.id < a.id);
}

const setsOf = (filter: ChargeFilter<number>): Map<string, Set<string>> =>
  new Map(
    Object.entries(filter.values).map(([key, list]) => [
      key,
      new Set(list.includes(ALL_FILTER_VALUES) ? metricValues[key as keyof typeof metricValues] : list),
    ]),
  );

const matches = (filter: ChargeFilter<number>, texts: EventTexts): boolean =>
  [...setsOf(filter)].every(([key, set]) => {
    const text = textOf(texts, key);
    return text !== null && set.has(text);
  });

const idsOf = (found: (ResolvedFilter<number> | null)[]) => found.map((filter) => filter?.id ?? null);

it('an event counts in the filters that it matches, unless it also matches one that takes precedence', () => {
  fc.assert(
    fc.property(filters, fc.array(event, { maxLength: 8 }), (list, events) => {
      const resolved = resolveFilters(list, metricValues);
      for (const texts of events) {
        const matched = list.filter((filter) => matches(filter, texts));
        const counted = matched.filter((a) => !matched.some((b) => b !== a && precedes(b, a)));
        expect(idsOf(filtersOfEvent(resolved, texts))).toEqual(counted.map(({ id }) => id));
        const mostKeys = Math.max(...matched.map((filter) => setsOf(filter).size));
        const single = matched.find((filter) => setsOf(filter).size === mostKeys);
        expect(idsOf([filterOfSingleEvent(resolved, texts)])).toEqual([single?.id ?? null]);
      }
    }),
  );
});

it('resolves a thousand filters and finds those of an event without trying each of them', () => {
  const many = Array.from({ length: 1000 }, (_, id): ChargeFilter<number> => ({
    id,
    values: { cloud: [`c${id}`], region: [ALL_FILTER_VALUES] },
  }));
  const all = { region: Array.from({ length: 1000 }, (_, place) => `r${place}`) };
  const resolved = resolveFilters(many, all);
  expect(resolved.every(({ yieldsTo }) => yieldsTo.length === 0)).toBe(true);
  expect(idsOf(filtersOfEvent(resolved, { cloud: 'c7', region: 'r999' }))).toEqual([7]);
});
