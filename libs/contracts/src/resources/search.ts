import { z } from 'zod';
import { bounds } from '../http/bounds.js';
import { isStorableText } from '../http/guards.js';
import { query, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
import { described, shape, svcId } from '../http/texts.js';

/** The kinds of objects that a search finds, in the order of its answer. */
export const searchedTypes = [
  'customer',
  'subscription',
  'invoice',
  'credit_note',
  'payment',
  'wallet',
  'plan',
  'billable_metric',
  'coupon',
  'event',
] as const;
export type SearchedType = (typeof searchedTypes)[number];

/** Most objects of a kind in an answer. */
export const mostFound = 5;

/** An object that a search found. */
export const SearchResult = shape('An object that a search found', {
  type: described(z.enum(searchedTypes), 'Kind of the object', 'customer'),
  svc_id: svcId(),
  /** Its name in calls: an external identifier, a code, a number, a reference or a transaction id. */
  code: described(z.string(), 'Its key for calls: an external identifier, a code, a number or a reference', 'acme'),
  name: described(z.string().nullable(), 'Name; null without one', 'Acme'),
  status: described(z.string().nullable(), 'State; null for objects without states', 'active'),
  external_customer_id: described(z.string().nullable(), 'Customer of the object; null if it has none', 'acme'),
  /** Whether the text is one of its identifiers, and not a part of a text. */
  exact: described(z.boolean(), 'Whether the text equals one of its identifiers', true),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchQuery = query({
  q: described(
    z
      .string({ error: ({ input }) => (input === undefined ? 'value_is_mandatory' : 'value_is_invalid') })
      .max(bounds.line, 'value_is_too_long')
      .refine(isStorableText, 'value_is_invalid')
      .refine((text) => text.trim() !== '', 'value_is_mandatory'),
    'An identifier, a number, a code or a part of a name',
    'acme',
  ),
});
export type SearchQuery = QueryInput<typeof SearchQuery>;

export const searchRoutes = {
  search: route({
    service: 'invoicing',
    permission: 'customer',
    method: 'GET',
    path: '/search',
    summary: 'Search objects by an identifier, a number, a code or a part of a name',
    query: SearchQuery,
    answer: {
      results: z.array(SearchResult),
      /** Whether every kind was searched to its end within the time for it. */
      complete: described(z.boolean(), 'Whether every kind was searched completely', true),
    },
  }),
};
