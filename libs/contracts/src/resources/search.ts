import { z } from 'zod';
import { bounds } from '../http/bounds.js';
import { id } from '../http/fields.js';
import { isStorableText } from '../http/guards.js';
import { query, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';

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
export const SearchResult = z.object({
  type: z.enum(searchedTypes),
  svc_id: id(),
  /** Its name in calls: an external identifier, a code, a number, a reference or a transaction id. */
  code: z.string(),
  name: z.string().nullable(),
  status: z.string().nullable(),
  external_customer_id: z.string().nullable(),
  /** Whether the text is one of its identifiers, and not a part of a text. */
  exact: z.boolean(),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchQuery = query({
  q: z
    .string({ error: ({ input }) => (input === undefined ? 'value_is_mandatory' : 'value_is_invalid') })
    .max(bounds.line, 'value_is_too_long')
    .refine(isStorableText, 'value_is_invalid')
    .refine((text) => text.trim() !== '', 'value_is_mandatory'),
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
      complete: z.boolean(),
    },
  }),
};
