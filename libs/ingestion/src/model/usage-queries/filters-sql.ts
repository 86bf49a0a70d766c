import type { ResolvedFilter } from '@tollgate/rating';
import type { QueryParameters } from './query-parameters.js';

type Filter = ResolvedFilter<string>;

/**
 * A filter's code in a statement: the number of its keys and its position. Codes of filters with equally many keys are
 * neighbours.
 */
const firstOf = (keys: number): number => keys * 65_536;

/**
 * SQL for the positions of the filters that count an event (metering, section 6.1), as `Array(UInt16)`; empty if none
 * does. The text is the same for any number of filters and keys; their values are parameters. An event costs a look-up
 * of each of its properties. A test compares this with `filtersOfEvent` of rating.
 * @param filters by position; each has those that it yields to among them
 */
export function countingFilters(filters: (Filter | null)[], parameters: QueryParameters): string {
  const codes = new Map<Filter, number>();
  for (const [position, filter] of filters.entries())
    if (filter) codes.set(filter, firstOf(filter.values.size) + position);
  const matched = unlessPreceded(codes, matchedCodes(codes, parameters), parameters);
  return `arrayMap(code -> toUInt16(bitAnd(code, 65535)), ${matched})`;
}

/** The codes of the filters that an event matches. Of filters with one key, it leaves out those that are preceded. */
function matchedCodes(codes: Map<Filter, number>, parameters: QueryParameters): string {
  const unconditional = codeText(
    [...codes.keys()].filter(({ values }) => values.size === 0),
    codes,
  );
  const all = numbersIn(`concat(${parameters.addOnce(unconditional, 'String')}, ${foundCodes(codes, parameters)})`);
  const sizes = [...new Set([...codes.keys()].map(({ values }) => values.size))].filter((size) => size > 0);
  if (sizes.every((size) => size === 1)) return all;
  // A filter matches if it was found by each of its keys: its code then stands as often in a row as it has keys.
  const rows = sizes.map((size) => {
    const isOfSize = `code >= ${firstOf(size)} and code < ${firstOf(size + 1)}`;
    return `arrayFilter((code, last) -> code = last and ${isOfSize}, found_codes, arrayShiftLeft(found_codes, ${size - 1}))`;
  });
  const always = `arrayFilter(code -> code < ${firstOf(1)}, arraySort(${all}) as found_codes)`;
  return `arrayConcat(${[always, ...rows].join(', ')})`;
}

/** The filters with each value of a key, by the name of both. */
function postingsOf(filters: Iterable<Filter>): Map<string, Filter[]> {
  const postings = new Map<string, Filter[]>();
  for (const filter of filters)
    for (const [key, allowed] of filter.values)
      for (const value of allowed) {
        const name = `${Buffer.byteLength(key)}:${key}${value}`;
        const others = postings.get(name);
        if (others) others.push(filter);
        else postings.set(name, [filter]);
      }
  return postings;
}

/** The codes that the properties of an event find, as text. Values that find the same filters share a class. */
function foundCodes(codes: Map<Filter, number>, parameters: QueryParameters): string {
  const postings = postingsOf(codes.keys());
  const classes = new Map<string, number>();
  const classOf = (text: string): number => {
    const known = classes.get(text) ?? classes.size + 1;
    classes.set(text, known);
    return known;
  };
  const valueClasses = [...postings.values()].map((found) => classOf(codeText(unpreceded(found), codes)));
  const names = parameters.addOnce([...postings.keys()], 'Array(String)');
  const numbers = parameters.addOnce(valueClasses, 'Array(UInt32)');
  const texts = parameters.addOnce([...classes.keys()], 'Array(String)');
  const valueClass = `transform(concat(toString(length(key)), ':', key, text), ${names}, ${numbers}, toUInt32(0))`;
  const codesOfClass = `transform(${valueClass}, range(toUInt32(1), toUInt32(${classes.size + 1})), ${texts}, '')`;
  return `arrayStringConcat(arrayMap((key, text) -> ${codesOfClass}, mapKeys(event.texts), mapValues(event.texts)))`;
}

const codeText = (filters: Iterable<Filter>, codes: Map<Filter, number>): string =>
  [...filters].map((filter) => `${codes.get(filter)},`).join('');

/** Drops filters with one key that yield to others with this key alone: an event with the value matches all of them. */
function unpreceded(filters: Filter[]): Filter[] {
  const alone = new Set(filters.filter(hasOneKey));
  return alone.size < 2
    ? filters
    : filters.filter((filter) => !alone.has(filter) || !filter.yieldsTo.some((other) => alone.has(other)));
}

const hasOneKey = ({ values }: Filter): boolean => values.size === 1;

/** Removes the codes of filters that yield to a matched one. */
function unlessPreceded(codes: Map<Filter, number>, matched: string, parameters: QueryParameters): string {
  const preceded = new Map<Filter, Filter[]>();
  for (const filter of codes.keys())
    for (const other of filter.yieldsTo) {
      if (hasOneKey(filter) && hasOneKey(other)) continue;
      if (!codes.has(other)) throw new Error('a filter yields to one that the query lacks');
      const behind = preceded.get(other);
      if (behind) behind.push(filter);
      else preceded.set(other, [filter]);
    }
  if (preceded.size === 0) return matched;
  const winners = parameters.addOnce(
    [...preceded.keys()].map((filter) => codes.get(filter)),
    'Array(UInt32)',
  );
  const losers = parameters.addOnce(
    [...preceded.values()].map((behind) => codeText(behind, codes)),
    'Array(String)',
  );
  const lost = numbersIn(
    `arrayStringConcat(arrayMap(code -> transform(code, ${winners}, ${losers}, ''), matched_codes))`,
  );
  // Doubled codes: the odd number after a code marks it as lost. Sorting them avoids a search for each code.
  const marked = `arraySort(arrayConcat(arrayMap(code -> code * 2, ${matched} as matched_codes), arrayMap(code -> code * 2 + 1, ${lost})))`;
  return `arrayMap(code -> intDiv(code, 2), arrayFilter((code, next) -> code % 2 = 0 and next != code + 1, ${marked} as marked_codes, arrayShiftLeft(marked_codes, 1)))`;
}

/** The numbers of a text in which each ends with a comma. */
const numbersIn = (text: string): string => `arrayMap(code -> toUInt32(code), arrayPopBack(splitByChar(',', ${text})))`;
