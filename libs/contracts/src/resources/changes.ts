import { z } from 'zod';
import { bounds } from '../http/bounds.js';
import { id, timestamp } from '../http/fields.js';
import { isStorableText } from '../http/guards.js';
import { queryCursor } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { changeKinds, changeTypes, type ChangeType } from './change-kinds.js';

export const changeNames = ['created', 'updated', 'deleted'] as const;
export type ChangeName = (typeof changeNames)[number];

/** One entry of the feed: which object changed. Its own call shows the object as it is now. */
export const Change = z.object({
  /** The place after this entry. */
  cursor: z.string(),
  type: z.enum(changeTypes),
  svc_id: id(),
  external_id: z.string().nullable(),
  code: z.string().nullable(),
  change: z.enum(changeNames),
  /** The real time, also with a test clock. */
  at: timestamp(),
});
export type Change = z.infer<typeof Change>;

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

/** The end of the feed as `since`: only changes after the call. */
export const latestChange = 'latest';

export const ChangeFilters = query({ since: queryCursor(), types: queryTypes(), limit: queryLimit() });
export type ChangeFilters = QueryInput<typeof ChangeFilters>;

export const ChangeStreamFilters = query({ since: queryCursor(), types: queryTypes() });
export type ChangeStreamFilters = QueryInput<typeof ChangeStreamFilters>;

const lists = Object.values(changeKinds).map(({ list }) => list);
const shared = { service: 'identity', permission: 'customer', method: 'GET', orMake: lists } as const;

export const changeRoutes = {
  list: route({
    ...shared,
    path: '/changes',
    summary: 'Follow the changes of all objects, in the order of their commits',
    query: ChangeFilters,
    answer: { changes: z.array(Change), next_cursor: z.string(), has_more: z.boolean() },
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
