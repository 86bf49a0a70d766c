import { sql } from 'kysely';
import type { ChangeName, ChangeType } from '@tollgate/contracts';
import type { TenantTransaction, Transaction } from '../database/transaction.js';
import type { ChangePlace } from './change-cursor.js';

/** An entry of the feed of an organization. */
export interface LoggedChange extends ChangePlace {
  type: ChangeType;
  objectId: string;
  /** The identifier of the organization's own; null for objects without one. */
  key: string | null;
  change: ChangeName;
  at: Date;
}

/** The answer to a reader: the ends of the feed, and the entries after a place. */
export interface ChangePage {
  /** The positions of the last entry, and of the last one that was deleted for its age. */
  last: bigint;
  expired: bigint;
  start: ChangePlace;
  /** The place up to which it looked. */
  end: ChangePlace;
  changes: LoggedChange[];
}

/** The holder is another process that works, or one that stands still: then readers go on without the latest changes. */
const longestLockWait = '5s';

/** Whether committed changes wait for their positions. */
export async function hasPendingChanges(transaction: TenantTransaction): Promise<boolean> {
  const { rows } = await sql`
    select 1 from platform.pending_changes where organization_id = ${transaction.organizationId} limit 1
  `.execute(transaction);
  return rows.length > 0;
}

/**
 * Locks the end of the feed of an organization until the transaction ends. So one transaction after the other assigns
 * positions, and a reader that sees a position sees all before it.
 * @param waits whether to wait for another holder, a few seconds at most
 * @returns false when another one holds it
 * @throws an error of PostgreSQL when it waited too long (`isLockTimeout`)
 */
export async function lockPositions(transaction: TenantTransaction, waits: boolean): Promise<boolean> {
  const { organizationId } = transaction;
  await sql.raw(`set local lock_timeout = '${longestLockWait}'`).execute(transaction);
  await sql`
    insert into platform.change_positions (organization_id) values (${organizationId}) on conflict do nothing
  `.execute(transaction);
  const { rows } = await sql`
    select 1 from platform.change_positions where organization_id = ${organizationId}
    for no key update ${sql.raw(waits ? '' : 'skip locked')}
  `.execute(transaction);
  return rows.length > 0;
}

/**
 * Gives positions to the oldest committed changes, in the order of their writing. Several changes of an object become one
 * entry. Needs the lock of the positions.
 * @returns the number of changes that it took
 */
export async function numberChanges(transaction: TenantTransaction, most: number): Promise<number> {
  const { organizationId } = transaction;
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from platform.pending_changes
      where organization_id = ${organizationId} and sequence in (
        select sequence from platform.pending_changes where organization_id = ${organizationId} order by sequence limit ${most})
      returning *
    ), merged as (
      select type, object_id, min(sequence) as first, max(at) as at,
        (array_agg(key order by sequence desc))[1] as key,
        case
          when (array_agg(change order by sequence desc))[1] = 'deleted' then 'deleted'
          when bool_or(change = 'created') then 'created'
          else 'updated'
        end as change
      from taken group by type, object_id
    ), ends as (
      update platform.change_positions set last = last + (select count(*) from merged)
      where organization_id = ${organizationId} and exists (select from merged)
      returning last - (select count(*) from merged) as before
    ), written as (
      insert into platform.changes (organization_id, position, type, object_id, key, change, at)
      select ${organizationId}::uuid, ends.before + row_number() over (order by merged.first),
        merged.type, merged.object_id, merged.key, merged.change, merged.at
      from merged cross join ends
    )
    select count(*)::int as taken from taken
  `.execute(transaction);
  return rows[0]?.taken ?? 0;
}

interface Row {
  last: bigint;
  expired: bigint;
  start: bigint;
  start_mark: string;
  end: bigint;
  end_mark: string;
  position: bigint | null;
  mark: string;
  type: ChangeType;
  object_id: string;
  key: string | null;
  change: ChangeName;
  at: Date;
}

const markOf = (entry: string) =>
  sql.raw(
    `left(encode(sha256(convert_to(concat_ws(' ', ${entry}.type, ${entry}.object_id, extract(epoch from ${entry}.at)), 'UTF8')), 'hex'), 8)`,
  );

/**
 * Reads the entries after a position, in one statement, so that it cannot pass over entries that are deleted meanwhile.
 * @param after a position; the `beginning` of the entries that are left, or their `end`
 * @param span the most positions that it reads
 */
export async function readChanges(
  transaction: TenantTransaction,
  after: bigint | 'beginning' | 'end',
  { types, limit, span }: { types: readonly ChangeType[]; limit: number; span: number },
): Promise<ChangePage> {
  const start = after === 'beginning' ? sql`expired` : after === 'end' ? sql`last` : sql`${after}::bigint`;
  const { organizationId } = transaction;
  const at = (place: string) => sql`platform.changes ${sql.raw(`at_${place}`)}
    on ${sql.raw(`at_${place}`)}.organization_id = ${organizationId} and ${sql.raw(`at_${place}.position = place.${place}`)}`;
  const { rows } = await sql<Row>`
    with ends as (
      select coalesce(max(last), 0) as last, coalesce(max(expired), 0) as expired
      from platform.change_positions where organization_id = ${organizationId}
    ), place as (
      select last, expired, ${start} as "start", least(${start} + ${span}, last) as "end" from ends
    )
    select place.*, entry.*, case when at_start.position is null then '' else ${markOf('at_start')} end as start_mark,
      case when at_end.position is null then '' else ${markOf('at_end')} end as end_mark
    from place
    left join ${at('start')}
    left join ${at('end')}
    left join lateral (
      select position, ${markOf('change')} as mark, type, object_id, key, change.change, at
      from platform.changes change
      where organization_id = ${organizationId} and position > place.start and position <= place.end
        and type = any(${types}::text[])
      order by position limit ${limit}
    ) entry on true
    order by entry.position
  `.execute(transaction);
  const [first] = rows as [Row];
  return {
    last: first.last,
    expired: first.expired,
    start: { position: first.start, mark: first.start_mark },
    end: { position: first.end, mark: first.end_mark },
    changes: rows.flatMap(({ position, object_id: objectId, mark, type, key, change, at: changedAt }) =>
      position === null ? [] : [{ position, mark, type, objectId, key, change, at: changedAt }],
    ),
  };
}

/** Organizations with changes that wait for their positions, a bounded number. It steps from one to the next in the index. */
export async function organizationsWithPending(transaction: Transaction, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive step (id, number) as (
      (select organization_id, 1 from platform.pending_changes order by organization_id limit 1)
      union all
      select (select organization_id from platform.pending_changes where organization_id > step.id order by organization_id limit 1),
        step.number + 1
      from step where step.id is not null and step.number < ${most}
    )
    select id from step where id is not null
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Organizations whose oldest entry was numbered before an instant. */
export async function organizationsWithOld(transaction: Transaction, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ends.organization_id as id from platform.change_positions ends
    join lateral (
      select numbered_at from platform.changes entry
      where entry.organization_id = ends.organization_id order by position limit 1
    ) oldest on oldest.numbered_at < ${before}
    order by 1
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Deletes the oldest entries of an organization, and states that they are gone. @returns how many */
export async function expireChanges(transaction: TenantTransaction, before: Date, most: number): Promise<number> {
  const { organizationId } = transaction;
  const { rows } = await sql<{ expired: number }>`
    with old as (
      select max(position) as position from (
        select position, numbered_at from platform.changes where organization_id = ${organizationId}
        order by position limit ${most}
      ) oldest where numbered_at < ${before}
    ), gone as (
      delete from platform.changes entry using old
      where entry.organization_id = ${organizationId} and entry.position <= old.position
      returning entry.position
    ), stated as (
      update platform.change_positions set expired = greatest(expired, (select max(position) from gone))
      where organization_id = ${organizationId} and exists (select from gone)
    )
    select count(*)::int as expired from gone
  `.execute(transaction);
  return rows[0]?.expired ?? 0;
}
