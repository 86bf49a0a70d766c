import { z } from 'zod';
import { bounds } from '../http/bounds.js';
import { id, timestamp } from '../http/fields.js';
import { isStorableText } from '../http/guards.js';
import { queryCursor } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { described, exampleId, shape } from '../http/texts.js';
import { changeKinds, changeTypes, type ChangeType } from './change-kinds.js';

export const changeNames = ['created', 'updated', 'deleted'] as const;
export type ChangeName = (typeof changeNames)[number];

const exampleCursor = 'NDEuOWYzYjFjMjA';

/** One entry of the feed: which object changed. Its own call shows the object as it is now. */
export const ObjectChange = shape('A change of an object; the call of its kind shows the object as it is now', {
  cursor: described(z.string(), 'Place in the feed after this change, for `since`', exampleCursor),
  type: described(z.enum(changeTypes), 'Kind of the object', 'invoice'),
  svc_id: described(id(), 'Identifier of the object', exampleId),
  external_id: described(
    z.string().nullable(),
    'Identifier that the organization assigned; null for kinds without one',
    'acme',
  ),
  code: described(z.string().nullable(), 'Code of the object; null for kinds without one', 'starter'),
  change: described(
    z.enum(changeNames),
    'What happened to the object; several changes close together are one',
    'updated',
  ),
  at: described(timestamp(), 'When it happened, in real time'),
});
export type ObjectChange = z.infer<typeof ObjectChange>;

/** The most entries of one answer. */
export const mostChanges = 1_000;

const isType = (name: string): name is ChangeType => (changeTypes as readonly string[]).includes(name);

/** `types=a,b`, `types[]=a&types[]=b`, or `types=a`; an unknown one answers `value_is_invalid` under its name. */
const queryTypes = () =>
  strictly(
    z
      .preprocess(
        (value) => (typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value),
        z
          .array(z.string({ error: 'value_is_invalid' }), { error: 'value_is_invalid' })
          .max(bounds.items, { error: 'value_is_too_long', abort: true })
          .superRefine((names, context) => {
            for (const name of names.filter((one) => !isType(one)))
              context.addIssue({ code: 'custom', path: [shownName(name)], message: 'value_is_invalid' });
          })
          .transform((names) => [...new Set(names.filter(isType))])
          .optional(),
      )
      .optional(),
    z.array(z.enum(changeTypes)).max(bounds.items).optional(),
  );

const shownName = (name: string) => (isStorableText(name) ? name.slice(0, bounds.line) : '?');

/** From 1 to a maximum; other values use the default, larger ones the maximum, as `per_page` does. */
const queryLimit = () =>
  strictly(
    z
      .preprocess((value) => {
        const size = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0;
        return size < 1 ? 100 : Math.min(size, mostChanges);
      }, z.int())
      .meta({ type: ['integer', 'string'], default: 100 }),
    z.int().min(1).max(mostChanges).default(100),
  );

const placeAndKinds = {
  since: described(
    queryCursor(),
    'Cursor after which the feed continues; `latest`: its end; absent: the oldest change that it still has',
    exampleCursor,
  ),
  types: described(queryTypes(), 'Kinds of objects; absent: every kind that the caller may list', 'invoice'),
};

export const ChangeFilters = query({
  ...placeAndKinds,
  limit: described(queryLimit(), 'Most changes in the answer', 100),
});
export type ChangeFilters = QueryInput<typeof ChangeFilters>;

export const ChangeStreamFilters = query(placeAndKinds);
export type ChangeStreamFilters = QueryInput<typeof ChangeStreamFilters>;

const lists = Object.values(changeKinds).map(({ list }) => list);
const shared = { service: 'identity', permission: 'customer', method: 'GET', orMake: lists } as const;

export const changeRoutes = {
  list: route({
    ...shared,
    path: '/changes',
    summary: 'Follow the changes of all objects, in the order of their commits',
    query: ChangeFilters,
    answer: {
      changes: z.array(ObjectChange),
      next_cursor: described(
        z.string(),
        'Place in the feed after this answer, for `since`; store it with the data',
        exampleCursor,
      ),
      has_more: described(z.boolean(), 'Whether the feed already goes on after this answer', false),
    },
  }),
  stream: route({
    ...shared,
    path: '/changes/stream',
    summary: 'Stream the changes of all objects, as server-sent events',
    query: ChangeStreamFilters,
    answer: {},
    answerType: 'text/event-stream',
  }),
};
