import { sql, type Selectable } from 'kysely';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../tables/webhook-delivery.tables.js';
import type { DeliveryPartitionsTable } from '../tables/delivery-partitions.tables.js';

export type ClaimedPartition = Pick<Selectable<DeliveryPartitionsTable>, 'endpoint_id' | 'organization_id' | 'hung'>;

/** A partition that is held or paused is looked at when that ends, with whatever has come until then. */
const sooner = sql<Date>`
  case when delivery_lanes.leased_until > now() or delivery_lanes.paused_until > now() then delivery_lanes.due_at else least(delivery_lanes.due_at, excluded.due_at) end`;
const inMs = (milliseconds: number) => sql<Date>`now() + ${milliseconds} * interval '1 millisecond'`;

/**
 * Says that endpoints have attempts that are due at once, in the transaction that stores their messages.
 * @param endpointIds in ascending order: partitions are locked in it, so that no two transactions wait for each other
 * @returns those whose partition is paused
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
    .returning(['endpoint_id', sql<boolean>`coalesce(delivery_lanes.paused_until > now(), false)`.as('paused')])
    .execute();
  return new Set(rows.filter(({ paused }) => paused).map(({ endpoint_id: id }) => id));
}

/** Takes partitions of all organizations that are due, for a time; nobody else works on them until it is over. */
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
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return tables(transaction)
    .updateTable('webhook_delivery.delivery_lanes')
    .set({ holder, leased_until: inMs(leaseMs), due_at: inMs(leaseMs) })
    .where('endpoint_id', 'in', duePartitions)
    .returning(['endpoint_id', 'organization_id', 'hung'])
    .execute();
}

/** Milliseconds until the next partition is due; null when there is none. */
export async function untilNextPartition(transaction: Transaction): Promise<number | null> {
  const row = await tables(transaction)
    .selectFrom('webhook_delivery.delivery_lanes')
    .select(sql<number | null>`(extract(epoch from min(due_at) - now()) * 1000)::float8`.as('ms'))
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  return row?.ms ?? null;
}

/** Keeps partitions for longer; those that went to somebody else stay theirs. */
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

/** Ends the row of hung attempts of a partition. */
export async function resumePartition(transaction: TenantTransaction, endpointId: string): Promise<void> {
  await tables(transaction)
    .updateTable('webhook_delivery.delivery_lanes')
    .set({ hung: 0, paused_until: null, pause_reason: null })
    .where('endpoint_id', '=', endpointId)
    .execute();
}

/** Has a paused partition looked at now. @returns whether it was paused */
export async function endPause(transaction: Transaction, endpointId: string): Promise<boolean> {
  const resumed = await tables(transaction)
    .updateTable('webhook_delivery.delivery_lanes')
    .set({
      hung: 0,
      paused_until: null,
      pause_reason: null,
      // Whoever holds it gives it back with its earliest attempt.
      due_at: sql<Date | null>`case when leased_until > now() or due_at is null then due_at else now() end`,
    })
    .where('endpoint_id', '=', endpointId)
    .where('paused_until', '>', sql<Date>`now()`)
    .returning('endpoint_id')
    .executeTakeFirst();
  return resumed !== undefined;
}

/** Partitions of all organizations that are paused, with their endpoints, the longest pauses to come last. */
export const pausedPartitions = (transaction: Transaction) =>
  tables(transaction)
    .selectFrom('webhook_delivery.delivery_lanes as lane')
    .innerJoin('webhook_delivery.webhook_endpoints as endpoint', 'endpoint.id', 'lane.endpoint_id')
    .select(['endpoint.id', 'endpoint.organization_id', 'endpoint.webhook_url'])
    .select(['lane.hung', 'lane.pause_reason', 'lane.paused_until'])
    .where('lane.paused_until', '>', sql<Date>`now()`)
    .orderBy('lane.paused_until')
    .orderBy('endpoint.id');

/** Lets a partition rest. Its attempts wait in the tables; no test clock waits for them any longer. */
export async function pausePartition(
  transaction: TenantTransaction,
  partition: ClaimedPartition,
  pauseMs: number,
  reason: string,
): Promise<void> {
  const { endpoint_id: endpointId, hung } = partition;
  await tables(transaction)
    .updateTable('webhook_delivery.delivery_lanes')
    .set({ hung, paused_until: inMs(pauseMs), pause_reason: reason })
    .where('endpoint_id', '=', endpointId)
    .execute();
  await stopWaitingFor(transaction, endpointId);
}

/** Records for a partition how many attempts were left hanging, without a pause. */
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
 * Gives a partition back. Under its lock the earliest attempt is read anew: what was stored while it was held is not missed.
 * @param notBeforeMs when somebody may take it again, at the earliest
 * @returns milliseconds until it is due; null when it owes nothing or went to somebody else
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
      // greatest() would skip the null that says that nothing is owed.
      due_at: sql<Date | null>`(select greatest(owed.at, paused_until, ${inMs(notBeforeMs)}) from (${earliest}) owed where owed.at is not null)`,
    })
    .where('endpoint_id', '=', endpointId)
    .returning(sql<number | null>`(extract(epoch from due_at - now()) * 1000)::float8`.as('due_in'))
    .executeTakeFirstOrThrow();
  return dueIn;
}

/**
 * Opens partitions whose attempts are owed although nobody will look: rows that an older version stored, or that were written
 * by hand. Found from the messages alone.
 */
export async function reopenMissedPartitions(transaction: Transaction): Promise<void> {
  await sql`
    insert into webhook_delivery.delivery_lanes (endpoint_id, organization_id, due_at)
    select endpoint.id, endpoint.organization_id, owed.next_attempt_at
    from webhook_delivery.webhook_endpoints endpoint
    left join webhook_delivery.delivery_lanes known on known.endpoint_id = endpoint.id
    cross join lateral (
      select next_attempt_at from webhook_delivery.webhook_messages message
      where message.endpoint_id = endpoint.id and message.next_attempt_at is not null
      order by message.next_attempt_at limit 1
    ) owed
    where known.due_at is null
    order by endpoint.id
    on conflict (endpoint_id) do update set due_at = ${sooner}
  `.execute(transaction);
}

/** What the partitions of all organizations look like, for metrics. */
export async function partitionFigures(
  transaction: Transaction,
): Promise<{ waiting: number; paused: number; oldest_seconds: number }> {
  return tables(transaction)
    .selectFrom('webhook_delivery.delivery_lanes')
    .select([
      sql<number>`count(*) filter (where due_at is not null)::int`.as('waiting'),
      sql<number>`count(*) filter (where paused_until > now())::int`.as('paused'),
      sql<number>`coalesce(extract(epoch from now() - min(due_at)), 0)::float8`.as('oldest_seconds'),
    ])
    .executeTakeFirstOrThrow();
}

/** How a first attempt is named among the work in flight that test clocks wait for. */
export const workIdOf = (messageId: string): string => `webhook-${messageId}`;

/** No test clock waits for the first attempts of an endpoint any longer: it is paused, or goes away. */
export async function stopWaitingFor(transaction: TenantTransaction, endpointId: string): Promise<void> {
  await sql`
    delete from platform.in_flight work using webhook_delivery.webhook_messages message
    where work.organization_id = ${transaction.organizationId} and message.endpoint_id = ${endpointId} and message.status = 'pending'
      and work.id = 'webhook-' || message.id
  `.execute(transaction);
}
