import { z } from 'zod';
import { bounds } from './bounds.js';
import { pagination, queryChoice, queryChoiceOrChoices, queryFlag, queryText } from './query.js';
import { queryInstant, queryUntil } from './query-instants.js';
import { strictly } from './strict.js';
import { described, exampleId } from './texts.js';

type BothWays<Name extends string> = Name | `-${Name}`;

/** `name` for the least first, `-name` for the greatest first; anything else answers "must be one of: …". */
const querySort = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  queryChoice(names.flatMap((name) => [name, `-${name}`]) as [BothWays<Names[number]>, ...BothWays<Names[number]>[]]);

const identifiers = () =>
  z.array(z.guid({ error: 'value_is_invalid' })).max(bounds.items, { error: 'value_is_too_long' });

/** `ids[]=a&ids[]=b`, or `ids=a` for one; anything but identifiers answers `value_is_invalid`. */
const queryIds = () =>
  strictly(
    z.preprocess((value) => (typeof value === 'string' ? [value] : value), identifiers().optional()).optional(),
    identifiers().optional(),
  );

const longestCursor = 4_096;

/** The place where a list continues; empty for its beginning. The list itself judges the text. */
export const queryCursor = () =>
  z.string({ error: 'value_is_invalid' }).max(longestCursor, 'value_is_invalid').optional();

/** The names by which a list can be sorted. */
export type SortsOf<Filters> = Filters extends { sort?: infer Sort }
  ? Exclude<NonNullable<Sort>, `-${string}`> & string
  : never;

/**
 * The parameters of every list of stored objects, beside its own filters. Without them, a list answers as the reference
 * says. A cursor takes the place of `page`.
 */
export const listParameters = <const Names extends readonly [string, ...string[]]>(sorts: Names) => ({
  ...pagination,
  sort: described(querySort(sorts), 'Field to sort by, ascending, or descending with `-`', '-created_at'),
  cursor: described(
    queryCursor(),
    'The `next_cursor` of the previous answer; empty: from the beginning. It replaces `page`',
    '',
  ),
  ids: described(queryIds(), 'Identifiers of the objects to filter by', exampleId),
  created_at_from: described(queryInstant(), 'Earliest creation'),
  created_at_to: described(queryUntil(), 'Latest creation'),
  search_term: described(queryText(), 'Part of a name, code or number, or an identifier', 'acme'),
});

/**
 * The parameters of a list whose objects have a time of update: the same, and the span of that time. The start counts, the
 * end does not, so that spans follow one another.
 */
export const updatedListParameters = <const Names extends readonly [string, ...string[]]>(sorts: Names) => ({
  ...listParameters(sorts),
  updated_since: described(queryInstant(), 'Earliest update; an object that never changed counts by its creation'),
  updated_before: described(
    queryInstant(),
    'Instant before which the last update was; an object that never changed counts by its creation',
  ),
});

/** The states by which a list counts its objects on request. */
export const listCounts = <const Names extends readonly [string, ...string[]]>(names: Names) => ({
  counts: described(queryChoice(names), 'State by which `meta.counts` groups entries', 'status'),
});

/** The totals of a list of amounts on request. */
export const listSums = () => ({
  sums: described(queryFlag(), 'Whether `meta.sums` has the totals of all entries by currency', true),
});

/** The members that a list adds to its objects on request: `expand[]=a&expand[]=b`, or `expand=a` for one. */
export const listExpansions = <const Names extends readonly [string, ...string[]]>(names: Names) => ({
  expand: described(queryChoiceOrChoices(names), 'Objects to include in each entry', 'customer'),
});
