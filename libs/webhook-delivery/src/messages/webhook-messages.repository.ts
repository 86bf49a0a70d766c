import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { WebhookStatus } from '@tollgate/contracts';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../tables/webhook-delivery.tables.js';
import type { WebhookMessagesTable } from '../tables/webhook-messages.tables.js';

export type WebhookMessageRow = Selectable<WebhookMessagesTable>;

export async function insertWebhookMessages(
  transaction: TenantTransaction,
  rows: Insertable<WebhookMessagesTable>[],
): Promise<void> {
  await tables(transaction).insertInto('webhook_delivery.webhook_messages').values(rows).execute();
}

/** A due message, with the current address and signature algorithm of its endpoint. */
export type DueDelivery = Awaited<ReturnType<typeof dueDeliveries>>[number];

/** The choice of due messages by a partition. */
export interface DueQuery {
  /** Messages with an attempt under way. */
  excludedIds: string[];
  /** Whether replayed messages come before fresh ones. */
  prefersReplayed: boolean;
  limit: number;
}

/**
 * Reads the due messages of an endpoint: fresh ones before replayed ones, or the other way round, each the longest due
 * first. Reads none while the organization pauses the endpoint.
 */
export async function dueDeliveries(transaction: TenantTransaction, endpointId: string, query: DueQuery) {
  const { excludedIds, prefersReplayed, limit } = query;
  const [fresh, replayed] = [false, true].map((isReplayed) =>
    dueMessages(transaction, endpointId, excludedIds)
      .where('message.replay_id', isReplayed ? 'is not' : 'is', null)
      .orderBy('message.next_attempt_at')
      .limit(limit),
  ) as [DueMessages, DueMessages];
  const due = await tables(transaction)
    .selectFrom(fresh.as('fresh'))
    .selectAll()
    .unionAll(tables(transaction).selectFrom(replayed.as('replayed')).selectAll())
    .execute();
  const isFirst = ({ replay_id: replayId }: (typeof due)[number]) => (replayId !== null) === prefersReplayed;
  return [...due.filter(isFirst), ...due.filter((message) => !isFirst(message))].slice(0, limit);
}
type DueMessages = ReturnType<typeof dueMessages>;

const dueMessages = (transaction: TenantTransaction, endpointId: string, excludedIds: string[]) =>
  tables(transaction)
    .selectFrom('webhook_delivery.webhook_messages as message')
    .innerJoin('webhook_delivery.webhook_endpoints as endpoint', 'endpoint.id', 'message.endpoint_id')
    .leftJoin('webhook_delivery.delivery_lanes as lane', 'lane.endpoint_id', 'message.endpoint_id')
    .select([
      'message.id',
      'message.organization_id',
      'message.webhook_type',
      'message.payload',
      'message.retries',
      'message.traceparent',
      'message.sequence',
      'message.replay_id',
      'endpoint.id as endpoint_id',
      'endpoint.webhook_url',
      'endpoint.signature_algo',
    ])
    .where('message.organization_id', '=', transaction.organizationId)
    .where('message.endpoint_id', '=', endpointId)
    .where('message.next_attempt_at', '<=', sql<Date>`now()`)
    .where('lane.stopped_at', 'is', null)
    .where('message.id', '!=', sql<string>`all(${excludedIds}::uuid[])`);

/**
 * Records the size of a refused `jwt` signature, unless the address or the algorithm changed; the largest size stays.
 */
export async function recordRefusedSignature(
  transaction: TenantTransaction,
  { endpoint_id: id, webhook_url: url }: { endpoint_id: string; webhook_url: string },
  bytes: number,
): Promise<void> {
  await tables(transaction)
    .updateTable('webhook_delivery.webhook_endpoints')
    .set({ refused_signature_bytes: bytes })
    .where('id', '=', id)
    .where('webhook_url', '=', url)
    .where('signature_algo', '=', 'jwt')
    .where(sql<boolean>`coalesce(refused_signature_bytes, 0) < ${bytes}`)
    .execute();
}

/** Locks a message until the transaction ends. */
export async function lockWebhookMessage(
  transaction: TenantTransaction,
  id: string,
): Promise<WebhookMessageRow | undefined> {
  return tables(transaction)
    .selectFrom('webhook_delivery.webhook_messages')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the waiting messages of an endpoint; attempts under way record their outcomes first. */
export async function lockWaitingMessages(transaction: TenantTransaction, endpointId: string): Promise<void> {
  await sql`
    with waiting as (
      select id from webhook_delivery.webhook_messages
      where endpoint_id = ${endpointId} and next_attempt_at is not null order by id for update)
    select count(*) from waiting
  `.execute(transaction);
}

/** Queues a locked message for an attempt now, apart from any replay of many. */
export async function requeueMessage(transaction: TenantTransaction, id: string): Promise<void> {
  await tables(transaction)
    .updateTable('webhook_delivery.webhook_messages')
    .set({
      status: sql<WebhookStatus>`case when retries > 0 then 'retrying' else 'pending' end`,
      next_attempt_at: sql<Date>`least(coalesce(next_attempt_at, now()), now())`,
      replay_id: null,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function updateWebhookMessage(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<WebhookMessagesTable>,
): Promise<void> {
  await tables(transaction)
    .updateTable('webhook_delivery.webhook_messages')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Gives up messages of all organizations that are due since before an instant, because of a pause or a slow endpoint.
 * @returns the messages
 */
export async function giveUpMessages(transaction: Transaction, dueBefore: Date, limit: number) {
  const late = tables(transaction)
    .selectFrom('webhook_delivery.webhook_messages')
    .select('id')
    .where('next_attempt_at', '<', dueBefore)
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return tables(transaction)
    .updateTable('webhook_delivery.webhook_messages')
    .set({ status: 'failed', next_attempt_at: null, updated_at: sql<Date>`now()` })
    .where('id', 'in', late)
    .returning(['id', 'organization_id', 'endpoint_id'])
    .execute();
}

/** Deletes messages by their last update, except those that wait for an attempt. @returns the number of deleted ones */
export async function deleteOldMessages(transaction: Transaction, updatedBefore: Date, limit: number): Promise<number> {
  const old = tables(transaction)
    .selectFrom('webhook_delivery.webhook_messages')
    .select('id')
    .where('updated_at', '<', updatedBefore)
    .where('next_attempt_at', 'is', null)
    .orderBy('updated_at')
    .limit(limit);
  const result = await tables(transaction)
    .deleteFrom('webhook_delivery.webhook_messages')
    .where('id', 'in', old)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Deletes completed replays by their end. @returns the number of deleted ones */
export async function deleteOldReplays(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery.webhook_replays where id in (
      select id from webhook_delivery.webhook_replays where completed_at < ${before} order by completed_at limit ${limit})
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}
