import { sql } from 'kysely';
import type { TenantTransaction, Transaction } from '../database/transaction.js';
import { protectTable, type SchemaName } from '../database/tenancy.js';

/** A piece of work that waits. */
export interface QueuedItem<P> {
  /** Names it in its queue: asked for again while it waits, it waits once. */
  id: string;
  payload: P;
  /** Items of one series are done one after another, in the order in which they came. */
  series: string;
  /** Its place. */
  sequence: bigint;
  /** Counts how often it was asked for: done is what was counted before it began. */
  version: bigint;
  /** How often it failed for a reason of its own. */
  attempts: number;
}

/** Work that is to wait under a key. */
export type NewItem<P> = Pick<QueuedItem<P>, 'id' | 'payload' | 'series'> & {
  key: string;
  /** Id of the message or call that asks. */
  requestedBy: string;
};

/** A queue in the table of its service. */
export interface QueueName {
  schema: SchemaName;
  queue: string;
}

/** Where work waits: what one worker does at a time. */
export interface QueueKey extends QueueName {
  organizationId: string;
  key: string;
}

const tableOf = (schema: SchemaName) => sql.table(`${schema}.queued_work`);

/** SQL of the table in which the queues of a service wait, before `protectTable` closes it. */
export const queuedWorkTable = (schema: SchemaName): string => `
  create table ${schema}.queued_work (
    sequence bigint generated always as identity primary key,
    organization_id uuid not null,
    queue text not null,
    id text not null,
    key text not null,
    series text not null,
    payload jsonb not null,
    version bigint not null default 1,
    asked_by uuid not null,
    attempts integer not null default 0,
    error text,
    queued_at timestamptz not null default clock_timestamp(),
    unique (organization_id, queue, id)
  );
  create index queued_work_next on ${schema}.queued_work (organization_id, queue, key, sequence);
  create index queued_work_oldest on ${schema}.queued_work (queue, queued_at);`;

/** The same, closed. */
export const protectedQueuedWorkTable = (schema: SchemaName): string =>
  queuedWorkTable(schema) + protectTable(schema, 'queued_work');

/** Under which the work of a key is done by one worker at a time; `idleKeys` makes the same name in SQL. */
export const lockOf = ({ queue, organizationId, key }: QueueKey): string => `queue ${queue} ${organizationId}/${key}`;

/** The order in which rows are locked by all who lock several. */
export const bySeries = (one: { series: string }, other: { series: string }): number =>
  one.series < other.series ? -1 : one.series > other.series ? 1 : 0;

/** A key with work that one of its askers has brought. */
export interface RequestedKey {
  key: string;
  requestedBy: string;
}

/**
 * Keeps work until it is done; what waits already is counted as asked for once more.
 * @returns keys with work that these very askers have brought, each with one of them: these need a job, also when they
 *   ask a second time
 */
export async function putWork<P>(
  transaction: TenantTransaction,
  { schema, queue, organizationId }: Omit<QueueKey, 'key'>,
  items: NewItem<P>[],
): Promise<RequestedKey[]> {
  if (items.length === 0) return [];
  const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
  const { rows } = await sql<RequestedKey>`
    with put as (
      insert into ${tableOf(schema)} as waiting (organization_id, queue, id, key, series, payload, asked_by)
      select ${organizationId}::uuid, ${queue}, id, key, series, payload::jsonb, asked_by
      from unnest(
        ${distinct.map(({ id }) => id)}::text[], ${distinct.map(({ key }) => key)}::text[],
        ${distinct.map(({ series }) => series)}::text[], ${distinct.map(({ payload }) => JSON.stringify(payload))}::text[],
        ${distinct.map(({ requestedBy }) => requestedBy)}::uuid[]
      ) with ordinality as given (id, key, series, payload, asked_by, place)
      order by place
      on conflict (organization_id, queue, id) do update set version = waiting.version + 1
      returning key, asked_by
    )
    select distinct on (key) key, asked_by as "requestedBy" from put
    where asked_by = any(${[...new Set(distinct.map(({ requestedBy }) => requestedBy))]}::uuid[]) order by key, asked_by
  `.execute(transaction);
  return rows;
}

/** The place behind which nothing waits under a key now; null where nothing does. */
export async function lastPlace(
  transaction: TenantTransaction,
  { schema, queue, organizationId, key }: QueueKey,
): Promise<bigint | null> {
  const { rows } = await sql<{ last: bigint | null }>`
    select max(sequence) as last from ${tableOf(schema)}
    where organization_id = ${organizationId} and queue = ${queue} and key = ${key}
  `.execute(transaction);
  return rows[0]?.last ?? null;
}

/** Which work of a key is next: up to a place, without some series. */
export interface NextWork {
  upTo: bigint;
  without: string[];
  limit: number;
}

/** The oldest work of a key, in its order, one item of each series. */
export async function nextWork<P>(
  transaction: TenantTransaction,
  { schema, queue, organizationId, key }: QueueKey,
  { upTo, without, limit }: NextWork,
): Promise<QueuedItem<P>[]> {
  const { rows } = await sql<QueuedItem<P>>`
    select * from (
      select distinct on (series) id, payload, series, sequence, version, attempts
      from (select * from ${tableOf(schema)}
            where organization_id = ${organizationId} and queue = ${queue} and key = ${key}
              and sequence <= ${String(upTo)}::bigint and series <> all(${without}::text[])
            order by sequence limit ${limit}) as waiting
      order by series, sequence
    ) as first order by sequence
  `.execute(transaction);
  return rows;
}

/**
 * Takes work off that is done; what was asked for again since it was taken up goes behind all that waits. Its rows are
 * locked in the order in which those who ask for it lock them, so that they do not wait for each other in turns. Each is found
 * by its key: the planner knows nothing of a table that fills and empties all the time.
 * @returns whether there was such
 */
export async function removeWork(
  transaction: TenantTransaction,
  { schema }: QueueName,
  items: Pick<QueuedItem<unknown>, 'sequence' | 'version' | 'series'>[],
): Promise<boolean> {
  if (items.length === 0) return false;
  const ordered = [...items].sort(
    (one, other) => bySeries(one, other) || Number(one.sequence) - Number(other.sequence),
  );
  const { rows } = await sql<{ again: boolean }>`
    with held as materialized (
      select done.sequence, waiting.version > done.version as again
      from unnest(${ordered.map(({ sequence }) => String(sequence))}::bigint[],
                  ${ordered.map(({ version }) => String(version))}::bigint[]) as done (sequence, version)
      cross join lateral (
        select version from ${tableOf(schema)} as kept where kept.sequence = done.sequence limit 1 for update
      ) as waiting
    ), removed as (
      delete from ${tableOf(schema)} as waiting
      where waiting.sequence = any(array(select held.sequence from held where not held.again))
    ), again as (
      update ${tableOf(schema)} as waiting
      set sequence = default, attempts = 0, error = null, queued_at = clock_timestamp()
      where waiting.sequence = any(array(select held.sequence from held where held.again))
      returning waiting.id
    )
    select exists (select from again) as again
  `.execute(transaction);
  return rows[0]?.again ?? false;
}

/** Takes work off that is not to be done. */
export async function dropWork(
  transaction: TenantTransaction,
  { schema, queue, organizationId }: Omit<QueueKey, 'key'>,
  id: string,
): Promise<void> {
  await sql`
    delete from ${tableOf(schema)} where organization_id = ${organizationId} and queue = ${queue} and id = ${id}
  `.execute(transaction);
}

/** Records that work failed, and why. */
export async function recordFailedWork(
  transaction: TenantTransaction,
  { schema }: QueueName,
  { sequence }: Pick<QueuedItem<unknown>, 'sequence'>,
  reason: string,
): Promise<void> {
  await sql`
    update ${tableOf(schema)} set attempts = attempts + 1, error = ${reason} where sequence = ${String(sequence)}::bigint
  `.execute(transaction);
}

/** Whether work waits whose payload says all of something. */
export async function isWorkWaiting(
  transaction: TenantTransaction,
  { schema, queue, organizationId }: Omit<QueueKey, 'key'>,
  about: Record<string, string>,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${tableOf(schema)}
    where organization_id = ${organizationId} and queue = ${queue} and payload @> ${JSON.stringify(about)}::jsonb limit 1
  `.execute(transaction);
  return rows.length > 0;
}

/** A key at which nobody works though something has waited there for a while. */
export interface IdleKey {
  organization_id: string;
  queue: string;
  key: string;
}

/** So long work waits before it is looked at. */
const waitsAfterSeconds = 60;
/** Keys of one look; chosen by chance, so that none is passed over for ever. */
const mostIdleKeys = 500;

/** Keys of all organizations whose work has lost its job. */
export async function idleKeys(transaction: Transaction, schema: SchemaName, queues: string[]): Promise<IdleKey[]> {
  const { rows } = await sql<IdleKey>`
    with waiting as materialized (
      select organization_id, queue, key from ${tableOf(schema)}
      where queue = any(${queues}::text[])
        and queued_at < clock_timestamp() - make_interval(secs => ${waitsAfterSeconds})
      group by organization_id, queue, key order by random() limit ${mostIdleKeys}
    )
    select organization_id, queue, key from waiting
    where pg_try_advisory_xact_lock(hashtextextended('queue ' || queue || ' ' || organization_id || '/' || key, 0))
  `.execute(transaction);
  return rows;
}

/** How much waits in queues, and for how long the oldest of it has; queues in which nothing waits are absent. */
export async function countWork(
  transaction: Transaction,
  schema: SchemaName,
  queues: string[],
): Promise<{ queue: string; waiting: number; oldest_seconds: number }[]> {
  const { rows } = await sql<{ queue: string; waiting: number; oldest_seconds: number }>`
    select queue, count(*)::int as waiting,
           greatest(extract(epoch from clock_timestamp() - min(queued_at)), 0)::float8 as oldest_seconds
    from ${tableOf(schema)} where queue = any(${queues}::text[]) group by queue
  `.execute(transaction);
  return rows;
}
