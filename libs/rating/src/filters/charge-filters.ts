import { FilterIndex } from './filter-index.js';
import type { EventTexts } from './property-text.js';

/** Stands for all values of a key in the metric. */
export const ALL_FILTER_VALUES = '__ALL_FILTER_VALUES__';

export type FilterValues = Readonly<Record<string, readonly string[]>>;

/** A filter of a charge. Lists of filters are in the order of creation. */
export interface ChargeFilter<Id> {
  readonly id: Id;
  readonly values: FilterValues;
}

/** A filter with its wildcard expanded, and the filters that take precedence over it. */
export interface ResolvedFilter<Id> {
  readonly id: Id;
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  readonly yieldsTo: readonly ResolvedFilter<Id>[];
}

type Values = ReadonlyMap<string, ReadonlySet<string>>;

/** Filters with wildcards share the set of all values of a key. */
function expander(metricValues: FilterValues): (values: FilterValues) => Values {
  const all = new Map(Object.entries(metricValues).map(([key, values]) => [key, new Set(values)]));
  return (values) =>
    new Map(
      Object.entries(values).map(([key, allowed]) => [
        key,
        allowed.includes(ALL_FILTER_VALUES) ? (all.get(key) ?? new Set()) : new Set(allowed),
      ]),
    );
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a === b ? a.size > 0 : [...a].some((value) => b.has(value));
}

function isSubset(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a === b || (a.size <= b.size && [...a].every((value) => b.has(value)));
}

// Does b take precedence over a (metering, section 6.1)? It must share every key of a, with a common value on each.
function precedes(b: Values, a: Values, bIsOlder: boolean): boolean {
  const shared = [...a].every(([key, allowed]) => overlap(allowed, b.get(key) ?? new Set()));
  if (!shared) return false;
  if (b.size > a.size) return true;
  const within = [...a].every(([key, allowed]) => isSubset(b.get(key) ?? new Set(), allowed));
  if (!within) return false;
  const identical = [...a].every(([key, allowed]) => allowed.size === b.get(key)?.size);
  return identical ? bIsOlder : true;
}

/**
 * Resolves the precedence between filters (metering, section 6.1). `metricValues` are the metric's values for each key.
 * An event counts in a filter if it matches it and none of `yieldsTo`.
 */
export function resolveFilters<Id>(
  filters: readonly ChargeFilter<Id>[],
  metricValues: FilterValues,
): ResolvedFilter<Id>[] {
  const expand = expander(metricValues);
  const resolved = filters.map(({ id, values }) => ({
    id,
    values: expand(values),
    yieldsTo: [] as ResolvedFilter<Id>[],
  }));
  const places = new Map(resolved.map((filter, place) => [filter, place]));
  const index = new FilterIndex(resolved);
  resolved.forEach((a, place) => {
    const rivals = rivalsOf(a, resolved, index).filter((b) => b !== a);
    a.yieldsTo.push(...rivals.filter((b) => precedes(b.values, a.values, (places.get(b) ?? 0) < place)));
  });
  return resolved;
}

/** The filters that may match an event of a filter: those with one of its values, of its key with the fewest. */
function rivalsOf<Filter extends { values: Values }>(
  { values }: Filter,
  all: readonly Filter[],
  index: FilterIndex<Filter>,
): readonly Filter[] {
  let fewest = all.length;
  let rivals = () => all;
  for (const [key, allowed] of values) {
    const count = index.count(key, allowed);
    if (count >= fewest) continue;
    fewest = count;
    rivals = () => index.allowing(key, allowed);
  }
  return rivals();
}

const indexes = new WeakMap<readonly object[], FilterIndex<ResolvedFilter<unknown>>>();

/** The filters that an event matches, with an index of the list that later events use again. */
function matchesOf<Id>(filters: readonly ResolvedFilter<Id>[], event: EventTexts): ResolvedFilter<Id>[] {
  const index = (indexes.get(filters) ?? new FilterIndex(filters)) as FilterIndex<ResolvedFilter<Id>>;
  indexes.set(filters, index);
  return index.matching(event);
}

/**
 * Filters in which an event counts; none means the default bucket (metering, section 6.1). Several match only if
 * filters overlap without either being more specific.
 * @param filters all filters of a charge; the list must not change between calls
 */
export function filtersOfEvent<Id>(filters: readonly ResolvedFilter<Id>[], event: EventTexts): ResolvedFilter<Id>[] {
  const matches = matchesOf(filters, event);
  if (matches.length < 2) return matches;
  const matched = new Set(matches);
  return matches.filter(({ yieldsTo }) => !yieldsTo.some((other) => matched.has(other)));
}

/**
 * The single filter of an event that is billed separately: most keys first, then the first in order; null is the
 * default bucket.
 * @param filters likewise
 */
export function filterOfSingleEvent<Id>(
  filters: readonly ResolvedFilter<Id>[],
  event: EventTexts,
): ResolvedFilter<Id> | null {
  return matchesOf(filters, event).reduce<ResolvedFilter<Id> | null>(
    (best, filter) => (best === null || filter.values.size > best.values.size ? filter : best),
    null,
  );
}
