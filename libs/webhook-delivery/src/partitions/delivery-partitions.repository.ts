import { sql, type Selectable } from 'kysely';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../tables/webhook-delivery.tables.js';
import type { DeliveryPartitionsTable } from '../tables/delivery-partitions.tables.js';

export interface ClaimedPartition extends Pick<
  Selectable<DeliveryPartitionsTable>,
  'endpoint_id' | 'organization_id' | 'hung'
> {
  /** Whether its pause was published, but not yet its end. */
  is_reported: boolean;
}

/** A held or paused partition becomes due at the end of its lease or pause, with all messages since then. */
const sooner = sql<Date>`
  case when delivery_lanes.leased_until > now() or delivery_lanes.paused_until > now() then delivery_lanes.due_at else least(delivery_lanes.due_at, excluded.due_at) end`;
const inMs = (milliseconds: number) => sql<Date>`now() + ${milliseconds} * interval '1 millisecond'`;

const isPaused = sql<boolean>`(coalesce(delivery_lanes.paused_until > now(), false) or delivery_lanes.stopped_at is not null)`;

/**
 * Marks endpoints as due, in the transaction that stores their messages.
 * @param endpointIds in ascending order: this lock order prevents deadlocks
 * @returns the endpoints with a partition that is paused, by the system or the organization
 */
export async function openPartitions(transaction: TenantTransaction, endpointIds: string[]): Promise<Set<string>> {
  if (endpointIds.length === 0) return new Set();
  const rows = await tables(transaction)
    .insertInto('webhook_delivery.delivery_lanes')
    .values(
      endpointIds.map((endpointId) => ({
        endpoint_id: endpointId,
        organization_id: transaction.organizationId,
        due_at: sql<Date>`now()`,
      })),
    )
    .onConflict((conflict) => conflict.column('endpoint_id').doUpdateSet({ due_at: sooner }))
    .returning(['endpoint_id', isPaused.as('paused')])
    .execute();
  return new Set(rows.filter(({ paused }) => paused).map(({ endpoint_id: id }) => id));
}

/** Leases due partitions of all organizations; no other process works on them until the lease ends. */
export async function claimPartitions(
  transaction: Transaction,
  holder: string,
  leaseMs: number,
  limit: number,
): Promise<ClaimedPartition[]> {
  const duePartitions = tables(transaction)
    .selectFrom('webhook_delivery.delivery_lanes')
    .select('endpoint_id')
    .where('due_at', '<=', sql<Date>`now()`)
    .where('stopped_at', 'is', null)
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return tables(transaction)
    .updateTable('webhook_delivery.delivery_lanes')
    .set({ holder, leased_until: inMs(leaseMs), due_at: inMs(leaseMs) })
    .where('endpoint_id', 'in', duePartitions)
    .returning(['endpoint_id', 'organization_id', 'hung', sql<boolean>`reported_at is not null`.as('is_reported')])
    .execute();
}

/** Computes the milliseconds until the next partition is due; null when there is none. */
export async function untilNextPartition(transaction: Transaction): Promise<number | null> {
  const row = await tables(transaction)
    .selectFrom('webhook_delivery.delivery_lanes')
    .select(sql<number | null>`(extract(epoch from min(due_at) - now()) * 1000)::float8`.as('ms'))
    .where('due_at', 'is not', null)
    .where('stopped_at', 'is', null)
    .executeTakeFirst();
  return row?.ms ?? null;
}

/** Renews leases; leases that other processes hold stay as they are. */
export async function renewLeases(
  transaction: Transaction,
  holder: string,
  endpointIds: string[],
  leaseMs: number,
): Promise<void> {
  await tables(transaction)
    .updateTable('webhook_delivery.delivery_lanes')
    .set({ leased_until: inMs(leaseMs), due_at: inMs(leaseMs) })
    .where('endpoint_id', 'in', endpointIds)
    .where('holder', '=', holder)
    .execute();
}

/** Resets the hung attempts of a partition. */
export async function resumePartition(transaction: TenantTransaction, endpointId: string): Promise<void> {
  await tables(transaction)
    .updateTable('webhook_delivery.delivery_lanes')
    .set({ hung: 0, paused_until: null, paused_since: null, pause_reason: null })
    .where('endpoint_id', '=', endpointId)
    .execute();
}

/** Ends the system's pause of a partition now. @returns whether it was paused */
export async function endPause(transaction: Transaction, endpointId: string): Promise<boolean> {
  const resumed = await tables(transaction)
    .updateTable('webhook_delivery.delivery_lanes')
    .set({
      hung: 0,
      paused_until: null,
      paused_since: null,
      pause_reason: null,
      // The holder releases it with its earliest attempt.
      due_at: sql<Date | null>`case when leased_until > now() or due_at is null then due_at else now() end`,
    })
    .where('endpoint_id', '=', endpointId)
    .where('paused_until', 'is not', null)
    .returning('endpoint_id')
    .executeTakeFirst();
  return resumed !== undefined;
}

/** Selects paused partitions of all organizations with their endpoints, by the end of the pause. */
export const pausedPartitions = (transaction: Transaction) =>
  tables(transaction)
    .selectFrom('webhook_delivery.delivery_lanes as lane')
    .innerJoin('webhook_delivery.webhook_endpoints as endpoint', 'endpoint.id', 'lane.endpoint_id')
    .select(['endpoint.id', 'endpoint.organization_id', 'endpoint.webhook_url'])
    .select(['lane.hung', 'lane.pause_reason', 'lane.paused_until'])
    .where('lane.paused_until', '>', sql<Date>`now()`)
    .orderBy('lane.paused_until')
    .orderBy('endpoint.id');

/** Pauses a partition. Its attempts wait in the tables; test clocks no longer await them. */
export async function pausePartition(
  transaction: TenantTransaction,
  partition: ClaimedPartition,
  pauseMs: number,
  reason: string,
): Promise<void> {
  const { endpoint_id: endpointId, hung } = partition;
  await tables(transaction)
    .updateTable('webhook_delivery.delivery_lanes')
    .set({
      hung,
      paused_until: inMs(pauseMs),
      paused_since: sql<Date>`coalesce(paused_since, now())`,
      pause_reason: reason,
    })
    .where('endpoint_id', '=', endpointId)
    .execute();
  await stopWaitingFor(transaction, endpointId);
}

/** Records the number of hanging attempts of a partition, without a pause. */
export async function recordHung(
  transaction: TenantTransaction,
  { endpoint_id: endpointId, hung }: ClaimedPartition,
): Promise<void> {
  await tables(transaction)
    .updateTable('webhook_delivery.delivery_lanes')
    .set({ hung })
    .where('endpoint_id', '=', endpointId)
    .execute();
}

/**
 * Releases a partition. It reads the earliest attempt again under the lock, to include messages stored meanwhile.
 * @param notBeforeMs the minimum delay before the next lease
 * @returns milliseconds until it is due; null when no attempt waits or another process holds it
 */
export async function releasePartition(
  transaction: TenantTransaction,
  holder: string,
  endpointId: string,
  notBeforeMs: number,
): Promise<number | null> {
  const partitions = () =>
    tables(transaction).selectFrom('webhook_delivery.delivery_lanes').where('endpoint_id', '=', endpointId);
  const held = await partitions().select('endpoint_id').where('holder', '=', holder).forUpdate().executeTakeFirst();
  if (!held) return null;
  const earliest = tables(transaction)
    .selectFrom('webhook_delivery.webhook_messages')
    .select((is) => is.fn.min('next_attempt_at').as('at'))
    .where('endpoint_id', '=', endpointId)
    .where('next_attempt_at', 'is not', null);
  const { due_in: dueIn } = await tables(transaction)
    .updateTable('webhook_delivery.delivery_lanes')
    .set({
      holder: null,
      leased_until: null,
      // greatest() would ignore the null of a partition without attempts.
      due_at: sql<Date | null>`(select greatest(earliest.at, paused_until, ${inMs(notBeforeMs)}) from (${earliest}) earliest where earliest.at is not null)`,
    })
    .where('endpoint_id', '=', endpointId)
    .returning(sql<number | null>`(extract(epoch from due_at - now()) * 1000)::float8`.as('due_in'))
    .executeTakeFirstOrThrow();
  return dueIn;
}

/**
 * Opens partitions with waiting attempts but no due time: rows that an older version or a person inserted. It derives
 * them from the messages alone.
 */
export async function reopenMissedPartitions(transaction: Transaction): Promise<void> {
  await sql`
    insert into webhook_delivery.delivery_lanes (endpoint_id, organization_id, due_at)
    select endpoint.id, endpoint.organization_id, earliest.next_attempt_at
    from webhook_delivery.webhook_endpoints endpoint
    left join webhook_delivery.delivery_lanes known on known.endpoint_id = endpoint.id
    cross join lateral (
      select next_attempt_at from webhook_delivery.webhook_messages message
      where message.endpoint_id = endpoint.id and message.next_attempt_at is not null
      order by message.next_attempt_at limit 1
    ) earliest
    where known.due_at is null
    order by endpoint.id
    on conflict (endpoint_id) do update set due_at = ${sooner}
  `.execute(transaction);
}

/** Reads figures of all partitions for metrics. */
export async function partitionFigures(
  transaction: Transaction,
): Promise<{ waiting: number; paused: number; oldest_seconds: number }> {
  return tables(transaction)
    .selectFrom('webhook_delivery.delivery_lanes')
    .select([
      sql<number>`count(*) filter (where due_at is not null and stopped_at is null)::int`.as('waiting'),
      sql<number>`count(*) filter (where paused_until > now())::int`.as('paused'),
      sql<number>`coalesce(extract(epoch from now() - min(due_at) filter (where stopped_at is null)), 0)::float8`.as(
        'oldest_seconds',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** Builds the name of a first attempt in the work that test clocks await. */
export const workIdOf = (messageId: string): string => `webhook-${messageId}`;

/** Removes the first attempts of a paused or deleted endpoint from the work that test clocks await. */
export async function stopWaitingFor(transaction: TenantTransaction, endpointId: string): Promise<void> {
  await sql`
    delete from platform.in_flight work using webhook_delivery.webhook_messages message
    where work.organization_id = ${transaction.organizationId} and message.endpoint_id = ${endpointId} and message.status = 'pending'
      and work.id = 'webhook-' || message.id
  `.execute(transaction);
}
