import { sql } from 'kysely';
import type { TenantTransaction, Transaction } from '../database/transaction.js';
import { protectTable, type SchemaName } from '../database/tenancy.js';

/** A waiting piece of work. */
export interface QueuedItem<P> {
  /** Unique in its queue: while it waits, a repeated request does not add it again. */
  id: string;
  payload: P;
  /** The work of one series runs in order of arrival. */
  series: string;
  /** Its position. */
  sequence: bigint;
  /** Counts its requests: finished work covers only the requests counted before it began. */
  version: bigint;
  /** Failed attempts with a fault of its own. */
  attempts: number;
}

/** Work to store under a key. */
export type NewItem<P> = Pick<QueuedItem<P>, 'id' | 'payload' | 'series'> & {
  key: string;
  /** Id of the requesting message or call. */
  requestedBy: string;
};

/** A queue in the table of its service. */
export interface QueueName {
  schema: SchemaName;
  queue: string;
}

/** Identifies the work that one worker does at a time. */
export interface QueueKey extends QueueName {
  organizationId: string;
  key: string;
}

const tableOf = (schema: SchemaName) => sql.table(`${schema}.queued_work`);

/** SQL of the table for a service's queues, before `protectTable` adds row-level security. */
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

/** The same with row-level security. */
export const protectedQueuedWorkTable = (schema: SchemaName): string =>
  queuedWorkTable(schema) + protectTable(schema, 'queued_work');

/** Name of the lock that admits one worker per key; `idleKeys` builds the same name in SQL. */
export const lockOf = ({ queue, organizationId, key }: QueueKey): string => `queue ${queue} ${organizationId}/${key}`;

/** The common order in which all writers lock several rows. */
export const bySeries = (one: { series: string }, other: { series: string }): number =>
  one.series < other.series ? -1 : one.series > other.series ? 1 : 0;

/** A key with work of one of its requesters. */
export interface RequestedKey {
  key: string;
  requestedBy: string;
}

/**
 * Stores work until it is done; a repeated request raises the version of waiting work.
 * @returns keys with work first stored by these requesters, each with one of them: these keys need a job, also on a
 * repeated request
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

/** The last occupied position of a key; null when nothing waits. */
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

/** Selects the next work of a key: up to a position, without some series. */
export interface NextWork {
  upTo: bigint;
  without: string[];
  limit: number;
}

/** The oldest work of a key in order, one item per series. */
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
 * Removes finished work; work requested again since it started moves to the end of the queue. It locks rows in the same
 * order as requesters do, which avoids deadlocks. It finds each row by its key, because the planner has no statistics
 * for a table that constantly fills and empties.
 * @returns whether work was requested again
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

/** Removes work that is no longer needed. */
export async function dropWork(
  transaction: TenantTransaction,
  { schema, queue, organizationId }: Omit<QueueKey, 'key'>,
  id: string,
): Promise<void> {
  await sql`
    delete from ${tableOf(schema)} where organization_id = ${organizationId} and queue = ${queue} and id = ${id}
  `.execute(transaction);
}

/** Records a failed attempt and its reason. */
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

/** Whether work waits whose payload contains all of these values. */
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

/** A key without a worker whose work has waited for a while. */
export interface IdleKey {
  organization_id: string;
  queue: string;
  key: string;
}

/** How long work waits before it counts as idle. */
const waitsAfterSeconds = 60;
/** Keys per query, chosen at random so that each one is found eventually. */
const mostIdleKeys = 500;

/** Finds keys of all organizations whose work has lost its job. */
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

/** The amount of waiting work by queue and the age of the oldest; empty queues are absent. */
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
