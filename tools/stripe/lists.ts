// Pages of lists, and searches.
import type { Stripe } from 'stripe';
import type { Account } from './account.ts';
import type { Collection, StripeObject } from './collection.ts';
import { invalid, missing } from './errors.ts';
import { refuseOthers } from './method-types.ts';
import { matcherOf } from './search.ts';

/** The parameters that all lists have. */
export interface PageParameters {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: number | Stripe.RangeQueryParam;
}

function checkLimit(limit: number): void {
  if (limit < 1 || limit > 100) {
    throw invalid(
      limit < 1 ? 'This value must be greater than or equal to 1.' : 'This value must be less than or equal to 100.',
      { code: 'parameter_invalid_integer', param: 'limit' },
    );
  }
}

/** Whether a number is in a range such as `{gte: 5}`, or equal to a number. */
export function isWithin(value: number, range: number | Stripe.RangeQueryParam | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return value === range;
  return (
    (range.gt === undefined || value > range.gt) &&
    (range.gte === undefined || value >= range.gte) &&
    (range.lt === undefined || value < range.lt) &&
    (range.lte === undefined || value <= range.lte)
  );
}

function positionOf(objects: StripeObject[], id: string, kind: string, param: string): number {
  const position = objects.findIndex((object) => object.id === id);
  if (position < 0) throw missing(kind, id, { param });
  return position;
}

/** @returns a page of a list of objects, newest first, of those that `matches` accepts */
export function page<T extends StripeObject>(
  collection: Collection<T>,
  url: string,
  parameters: PageParameters,
  matches: (object: T) => boolean = () => true,
): Stripe.ApiList<T> {
  const { limit = 10, starting_after, ending_before, created, ...others } = parameters;
  refuseOthers(others);
  checkLimit(limit);
  if (starting_after !== undefined && ending_before !== undefined)
    throw invalid('You may only specify one of these parameters: ending_before, starting_after.');
  const all = collection.newestFirst();
  const kind = collection.kind;
  const first = starting_after === undefined ? 0 : positionOf(all, starting_after, kind, 'starting_after') + 1;
  const end = ending_before === undefined ? all.length : positionOf(all, ending_before, kind, 'ending_before');
  const found = all.slice(first, end).filter((object) => isWithin(object.created ?? 0, created) && matches(object));
  const data = ending_before === undefined ? found.slice(0, limit) : found.slice(-limit);
  return { object: 'list', data, has_more: found.length > data.length, url };
}

/** The parameters of searches. */
export interface SearchParameters {
  query: string;
  limit?: number;
  page?: string;
}

/**
 * @param fields the fields that a query may name
 * @returns the objects that match a query and are searchable already. As at Stripe, that takes up to a minute
 */
export function searchResult<T extends StripeObject>(
  account: Account,
  collection: Collection<T>,
  url: string,
  { query, limit = 10, page: from }: SearchParameters,
  fields: string[],
): Stripe.ApiSearchResult<T> {
  checkLimit(limit);
  const matches = matcherOf(query, fields);
  const now = account.clock.seconds();
  const isSearchable = ({ id }: T) => (account.searchableFrom.get(id) ?? 0) <= now;
  const found = collection.newestFirst().filter((object) => isSearchable(object) && matches(object));
  const first = from === undefined ? 0 : Number(Buffer.from(from, 'base64url').toString());
  if (!Number.isInteger(first)) throw invalid('Invalid page', { param: 'page' });
  const end = first + limit;
  const next = end < found.length ? Buffer.from(String(end)).toString('base64url') : null;
  return {
    object: 'search_result',
    data: found.slice(first, end),
    has_more: next !== null,
    next_page: next,
    url,
  };
}
