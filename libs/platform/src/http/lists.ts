import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Meta } from '@tollgate/contracts';
import { containing, rowsContaining, type IndexedTable } from '../database/indexed-texts.js';
import type { TenantTransaction } from '../database/transaction.js';
import { isId } from '../ids.js';
import { idKey, keyText, keyValue, readCursor, writeCursor, type ListKey } from './list-keys.js';
import { metaOf, paginate, type Page } from './pagination.js';

/** The request of a list, beside the list's own filters. */
export interface ListRequest extends Page {
  sort?: string | undefined;
  cursor?: string | undefined;
  ids?: string[] | undefined;
  created_at_from?: Date | undefined;
  created_at_to?: Date | undefined;
  updated_since?: Date | undefined;
  updated_before?: Date | undefined;
  search_term?: string | undefined;
  counts?: string | undefined;
  sums?: boolean | undefined;
  /** The only rows that can contain the search term, if an index found them (`withCandidates`). */
  candidates?: string[] | null;
}

type Direction = 'asc' | 'desc';
type Order = readonly (readonly [name: string, direction: Direction])[];

/** The order of most lists. */
export const newestFirst: Order = [
  ['created_at', 'desc'],
  ['id', 'asc'],
];

/** How a list is ordered and searched; columns may have the name of their table before them. */
export interface ListForm<Sorts extends string> {
  /** The keys of all orders. */
  keys: Record<Sorts, ListKey> & Record<string, ListKey>;
  /** The order of the reference; its last key is `id`, unless another one is unique. */
  order: Order;
  id: string;
  createdAt: string;
  /**
   * For a list by time of update: the column that, with `changed_at`, says when a row changed last. Of a table without
   * `changed_at`, its expression.
   */
  updated?: 'created_at' | 'updated_at' | RawBuilder<Date>;
  /** Columns that `search_term` searches; absent for a list with a search of its own. */
  searched?: readonly (string | RawBuilder<unknown>)[];
  /** The table whose index finds parts of these columns, if it has one. */
  indexed?: IndexedTable;
  /**
   * For `sums`: the columns of the amount of a row in minor units, and of its currency. SQL for further amounts may have
   * fractions.
   */
  summed?: { amount: string; currency: string; further?: Partial<Record<FurtherSum, RawBuilder<unknown>>> };
  /** The pages end after this many rows; filters and cursors reach the others. */
  most?: number;
}

/** A sum beside the one of the amounts, by its name in `meta.sums`. */
type Sum = NonNullable<Meta['sums']>[number];
type FurtherSum = Exclude<keyof Sum, 'currency' | 'amount_cents'>;

/** Declares how a list is ordered and searched. @typeParam Sorts the orders that its contract offers */
export const listForm = <Sorts extends string>(
  form: Pick<ListForm<Sorts>, 'keys' | 'order' | 'updated' | 'searched' | 'indexed' | 'summed' | 'most'> &
    Partial<Pick<ListForm<Sorts>, 'id' | 'createdAt'>>,
): ListForm<Sorts> => {
  const id = form.id ?? 'id';
  return { id, createdAt: form.createdAt ?? 'created_at', ...form, keys: { ...form.keys, id: idKey(id) } };
};

/** The states of a list's objects by which a call can count them. */
export interface Counted<DB, TB extends keyof DB, O> {
  /** The query without the filters of that state. */
  query: SelectQueryBuilder<DB, TB, O>;
  values: readonly string[];
  /** SQL for a state, which an index may serve; by default the column of the state's name has it. */
  conditionOf?: (value: string) => RawBuilder<boolean>;
}

/** A list counts this many rows at most with a cursor, and of each state: that takes the same time, however long it is. */
const mostCounted = 10_000;

/** A list of more rows has no sums. */
const mostSummed = 100_000;

/** Reads the rows that can contain the search term of a call from the list's index, in one statement. */
export async function withCandidates<Request extends ListRequest>(
  transaction: TenantTransaction,
  { indexed }: ListForm<never>,
  request: Request,
): Promise<Request> {
  const term = request.search_term?.trim();
  if (!indexed || !term) return request;
  const candidates = await rowsContaining(transaction, indexed, term);
  return { ...request, candidates: candidates && isId(term) ? [...candidates, term] : candidates };
}

/** Limits a query to the identifiers, the time of creation and the search term of a call. */
export function narrowed<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  form: ListForm<never>,
  request: Omit<ListRequest, keyof Page>,
): SelectQueryBuilder<DB, TB, O> {
  const { ids, candidates, created_at_from: from, created_at_to: to, search_term: searched } = request;
  const createdAt = sql.ref(form.createdAt);
  const conditions: RawBuilder<boolean>[] = [];
  if (ids !== undefined) conditions.push(sql`${sql.ref(form.id)} = any(${ids}::uuid[])`);
  if (candidates) conditions.push(sql`${sql.ref(form.id)} = any(${candidates}::uuid[])`);
  if (from !== undefined) conditions.push(sql`${createdAt} >= ${from}`);
  if (to !== undefined) conditions.push(sql`${createdAt} <= ${to}`);
  const { updated_since: since, updated_before: before } = request;
  if (since !== undefined) conditions.push(sql`${updatedAt(form)} >= ${since}`);
  if (before !== undefined) conditions.push(sql`${updatedAt(form)} < ${before}`);
  const term = searched?.trim();
  if (form.searched && term) conditions.push(matching(form, form.searched, term));
  return conditions.reduce((narrowedQuery, condition) => narrowedQuery.where(condition), query);
}

/** When a row changed last; one that never changed counts by its creation. An index has this very expression. */
function updatedAt({ updated, createdAt }: ListForm<never>): RawBuilder<unknown> {
  if (updated === undefined) throw new Error('The list has no time of update');
  if (typeof updated !== 'string') return updated;
  const column = (name: string) => sql.ref(createdAt.replace(/[^.]+$/, name));
  return sql`greatest(${column('changed_at')}, ${column(updated)})`;
}

function matching(
  { id }: ListForm<never>,
  columns: NonNullable<ListForm<never>['searched']>,
  term: string,
): RawBuilder<boolean> {
  const pattern = containing(term);
  const matches = columns.map(
    (column) => sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} ilike ${pattern}`,
  );
  if (isId(term)) matches.push(sql<boolean>`${sql.ref(id)} = ${term}::uuid`);
  return sql<boolean>`(${sql.join(matches, sql` or `)})`;
}

const opposite = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc');

/** The order that a call requests. The order of the reference backwards serves its first key the other way round. */
function orderOf(form: ListForm<never>, sort: string | undefined): Order {
  if (sort === undefined) return form.order;
  const direction: Direction = sort.startsWith('-') ? 'desc' : 'asc';
  const name = sort.replace(/^-/, '');
  const [first] = form.order;
  if (first?.[0] !== name)
    return [
      [name, direction],
      ['id', direction],
    ];
  return first[1] === direction ? form.order : form.order.map(([key, way]) => [key, opposite(way)] as const);
}

/**
 * Reads a page of a query in the requested order, with its `meta`. It takes two statements, one more to count by state, and
 * one more to sum. A search that takes longer than 10 seconds answers 503.
 * @param query without an order
 * @throws ValidationFailed for a cursor that belongs to no list in this order
 */
export async function readList<DB, TB extends keyof DB, O>(
  transaction: TenantTransaction,
  query: SelectQueryBuilder<DB, TB, O>,
  form: ListForm<never>,
  request: ListRequest,
  counted: Record<string, () => Counted<DB, TB, O>> = {},
): Promise<{ rows: O[]; meta: Meta }> {
  if (request.search_term?.trim()) await sql`set local statement_timeout = '10s'`.execute(transaction);
  const order = orderOf(form, request.sort).map(([name, direction]) => ({ ...keyOf(form, name), direction }));
  const ordered = order.reduce((sorted, { expression, direction }) => sorted.orderBy(expression, direction), query);
  const found =
    request.cursor === undefined
      ? await paged(transaction, ordered, request, { query, most: form.most })
      : await afterCursor(ordered, order, request, await boundedCount(transaction, query, mostCounted));
  const counts = request.counts === undefined ? undefined : counted[request.counts]?.();
  const meta: Meta = {
    ...found.meta,
    ...(counts ? { counts: await countedBy(transaction, counts, request.counts ?? '') } : {}),
    ...(request.sums && form.summed ? { sums: await summed(transaction, query, form.summed) } : {}),
  };
  return { ...found, meta };
}

/** The totals of a query by currency, in whole minor units; null for more rows than can be added up in bounded time. */
async function summed<DB, TB extends keyof DB, O>(
  transaction: TenantTransaction,
  query: SelectQueryBuilder<DB, TB, O>,
  { amount, currency, further = {} }: NonNullable<ListForm<never>['summed']>,
): Promise<Meta['sums']> {
  const amounts = Object.entries({ amount_cents: sql.ref(amount), ...further });
  const some = query
    .clearSelect()
    .select([sql.ref(currency).as('currency'), ...amounts.map(([name, one]) => sql`${one}`.as(name))])
    .limit(mostSummed + 1)
    .as('some');
  const totals = amounts.map(([name]) => sql`round(sum(${sql.ref(name)}))::text as ${sql.ref(name)}`);
  const { rows } = await sql<{ currency: string; count: number } & Record<string, string>>`
    select currency, count(*)::int as count, ${sql.join(totals)} from ${some}
    group by currency order by currency`.execute(transaction);
  if (rows.reduce((total, { count }) => total + count, 0) > mostSummed) return null;
  return rows.map((row) => ({
    currency: row.currency,
    ...(Object.fromEntries(amounts.map(([name]) => [name, Number(row[name])])) as Omit<Sum, 'currency'>),
  }));
}

const keyOf = ({ keys }: ListForm<never>, name: string): ListKey => {
  const key = (keys as Record<string, ListKey>)[name];
  if (!key) throw new Error(`The list has no key ${name}`);
  return key;
};

async function paged<DB, TB extends keyof DB, O>(
  transaction: TenantTransaction,
  ordered: SelectQueryBuilder<DB, TB, O>,
  page: Page,
  { query, most }: { query: SelectQueryBuilder<DB, TB, O>; most: number | undefined },
): Promise<{ rows: O[]; meta: Meta }> {
  if (most === undefined) return paginate(ordered, page);
  const meta = metaOf(page, await boundedCount(transaction, query, most));
  const offset = (page.page - 1) * page.per_page;
  const limit = Math.min(page.per_page, meta.total_count - offset);
  return { rows: limit <= 0 ? [] : await ordered.limit(limit).offset(offset).execute(), meta };
}

type OrderedKey = ListKey & { direction: Direction };

async function afterCursor<DB, TB extends keyof DB, O>(
  ordered: SelectQueryBuilder<DB, TB, O>,
  order: OrderedKey[],
  { cursor = '', sort = '', per_page: size }: ListRequest,
  total: number,
): Promise<{ rows: O[]; meta: Meta }> {
  const next = cursor === '' ? ordered : ordered.where(after(order, readCursor(cursor, sort, order)));
  const keys = order.map((key, place) => keyText(key).as(`list_key_${place}`));
  const read = (await next
    .select(keys as never)
    .limit(size + 1)
    .execute()) as (O & Record<string, string>)[];
  const shown = read.slice(0, size);
  const last = read.length > size ? shown.at(-1) : undefined;
  return {
    rows: shown.map((row) => withoutKeys(row, order.length)),
    meta: {
      ...metaOf({ page: 1, per_page: size }, total),
      next_page: null,
      next_cursor: last
        ? writeCursor(
            sort,
            order.map((_, place) => last[`list_key_${place}`] as string),
          )
        : null,
    },
  };
}

function withoutKeys<O>(row: O & Record<string, string>, keys: number): O {
  const own: Record<string, unknown> = { ...row };
  for (let place = 0; place < keys; place += 1) delete own[`list_key_${place}`];
  return own as O;
}

/** Whether a row comes after a place: its first differing key does. The bound on the first key lets an index begin there. */
function after(order: OrderedKey[], texts: string[]): RawBuilder<boolean> {
  const values = order.map((key, place) => keyValue(key, texts[place] as string));
  const beyond = ({ direction }: OrderedKey) => sql.raw(direction === 'asc' ? '>' : '<');
  const alternatives = order.map((key, place) => {
    const equal = order.slice(0, place).map((one, before) => sql`${one.expression} = ${values[before]}`);
    return sql`(${sql.join([...equal, sql`${key.expression} ${beyond(key)} ${values[place]}`], sql` and `)})`;
  });
  const [first] = order as [OrderedKey];
  const bound = sql`${first.expression} ${beyond(first)}= ${values[0]}`;
  return sql<boolean>`(${bound} and (${sql.join(alternatives, sql` or `)}))`;
}

async function boundedCount<DB, TB extends keyof DB, O>(
  transaction: TenantTransaction,
  query: SelectQueryBuilder<DB, TB, O>,
  most: number,
): Promise<number> {
  const some = query.clearSelect().select(sql.lit(1).as('one')).limit(most).as('some');
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${some}`.execute(transaction);
  return rows[0]?.total ?? 0;
}

/** Counts the rows of each state in one statement. */
async function countedBy<DB, TB extends keyof DB, O>(
  transaction: TenantTransaction,
  { query, values, conditionOf = (value) => sql<boolean>`${sql.ref(column)} = ${value}` }: Counted<DB, TB, O>,
  column: string,
): Promise<Record<string, number>> {
  const counts = values.map((value) => {
    const some = query.clearSelect().select(sql.lit(1).as('one')).where(conditionOf(value)).limit(mostCounted);
    return sql`(select count(*)::int from ${some.as('some')})`;
  });
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(transaction);
  return Object.fromEntries(values.map((value, place) => [value, rows[0]?.counts[place] ?? 0]));
}
