import { textOf, type EventTexts } from './property-text.js';

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

function expand(values: FilterValues, metricValues: FilterValues): Values {
  return new Map(
    Object.entries(values).map(([key, allowed]) => [
      key,
      new Set(allowed.includes(ALL_FILTER_VALUES) ? (metricValues[key] ?? []) : allowed),
    ]),
  );
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((value) => b.has(value));
}

function isSubset(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].every((value) => b.has(value));
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
  const resolved = filters.map(({ id, values }) => ({
    id,
    values: expand(values, metricValues),
    yieldsTo: [] as ResolvedFilter<Id>[],
  }));
  resolved.forEach((a, i) => {
    a.yieldsTo.push(...resolved.filter((b, j) => j !== i && precedes(b.values, a.values, j < i)));
  });
  return resolved;
}

/** Does the event have an allowed value for every key of the filter? */
export function matchesFilter<Id>(filter: ResolvedFilter<Id>, event: EventTexts): boolean {
  return [...filter.values].every(([key, allowed]) => {
    const text = textOf(event, key);
    return text !== null && allowed.has(text);
  });
}

/**
 * Filters in which an event counts; none means the default bucket (metering, section 6.1). Several match only if
 * filters overlap without either being more specific.
 */
export function filtersOfEvent<Id>(filters: readonly ResolvedFilter<Id>[], event: EventTexts): ResolvedFilter<Id>[] {
  return filters.filter(
    (filter) => matchesFilter(filter, event) && !filter.yieldsTo.some((other) => matchesFilter(other, event)),
  );
}

/**
 * The single filter of an event that is billed separately: most keys first, then the first in order; null is the
 * default bucket.
 */
export function filterOfSingleEvent<Id>(
  filters: readonly ResolvedFilter<Id>[],
  event: EventTexts,
): ResolvedFilter<Id> | null {
  const matches = filters.filter((filter) => matchesFilter(filter, event));
  return matches.reduce<ResolvedFilter<Id> | null>(
    (best, filter) => (best === null || filter.values.size > best.values.size ? filter : best),
    null,
  );
}
