import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
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

/** A message whose next attempt is due, with where to send it and how to sign it as of now. */
export type DueDelivery = Awaited<ReturnType<typeof dueDeliveries>>[number];

/**
 * Messages of an endpoint whose next attempt is due, the longest due first.
 * @param without those that are being attempted already
 */
export async function dueDeliveries(
  transaction: TenantTransaction,
  endpointId: string,
  excludedIds: string[],
  limit: number,
) {
  return tables(transaction)
    .selectFrom('webhook_delivery.webhook_messages as message')
    .innerJoin('webhook_delivery.webhook_endpoints as endpoint', 'endpoint.id', 'message.endpoint_id')
    .select([
      'message.id',
      'message.organization_id',
      'message.webhook_type',
      'message.payload',
      'message.retries',
      'message.traceparent',
      'endpoint.id as endpoint_id',
      'endpoint.webhook_url',
      'endpoint.signature_algo',
    ])
    .where('message.organization_id', '=', transaction.organizationId)
    .where('message.endpoint_id', '=', endpointId)
    .where('message.next_attempt_at', '<=', sql<Date>`now()`)
    .where('message.id', '!=', sql<string>`all(${excludedIds}::uuid[])`)
    .orderBy('message.next_attempt_at')
    .limit(limit)
    .execute();
}

/** Records that a receiver refused a `jwt` signature of so many bytes, unless its address or algorithm was changed; the largest stays. */
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

/** A message that nobody else changes or deletes until the transaction ends. */
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

/** Messages of an endpoint that wait for an attempt: one that is under way records what came of it first. */
export async function lockWaitingMessages(transaction: TenantTransaction, endpointId: string): Promise<void> {
  await sql`
    with waiting as (
      select id from webhook_delivery.webhook_messages
      where endpoint_id = ${endpointId} and next_attempt_at is not null order by id for update)
    select count(*) from waiting
  `.execute(transaction);
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
 * Ends messages of all organizations whose next attempt has been due since before an instant: their endpoint was paused,
 * or too slow for what is sent to it.
 * @returns which
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

/** Removes messages of all organizations that were last touched before an instant. @returns how many */
export async function deleteOldMessages(transaction: Transaction, updatedBefore: Date, limit: number): Promise<number> {
  const old = tables(transaction)
    .selectFrom('webhook_delivery.webhook_messages')
    .select('id')
    .where('updated_at', '<', updatedBefore)
    .orderBy('updated_at')
    .limit(limit);
  const result = await tables(transaction)
    .deleteFrom('webhook_delivery.webhook_messages')
    .where('id', 'in', old)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
