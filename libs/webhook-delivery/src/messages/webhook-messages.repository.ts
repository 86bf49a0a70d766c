import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { WebhookDeliveryTables } from '../webhook-delivery.tables.js';
import type { WebhookMessagesTable } from './webhook-messages.tables.js';

export type WebhookMessageRow = Selectable<WebhookMessagesTable>;

const tables = (transaction: Transaction) => tablesOf<WebhookDeliveryTables>(transaction);

export async function insertWebhookMessages(transaction: Transaction, rows: Insertable<WebhookMessagesTable>[]): Promise<void> {
  await tables(transaction).insertInto('webhook_delivery.webhook_messages').values(rows).execute();
}

/** Webhooks of an event of which no attempt is finished. */
export async function unattemptedMessageIds(transaction: Transaction, organizationId: string, eventId: string): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('webhook_delivery.webhook_messages')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('event_id', '=', eventId)
    .where('status', '=', 'pending')
    .execute();
  return rows.map((row) => row.id);
}

/** A message with where to send it and how to sign it, as of now; undefined when its endpoint is gone. */
export async function findDelivery(transaction: Transaction, organizationId: string, messageId: string) {
  return tables(transaction)
    .selectFrom('webhook_delivery.webhook_messages as message')
    .innerJoin('webhook_delivery.webhook_endpoints as endpoint', 'endpoint.id', 'message.endpoint_id')
    .select(['message.id', 'message.payload', 'message.retries', 'message.next_attempt_at', 'endpoint.webhook_url', 'endpoint.signature_algo'])
    .where('message.organization_id', '=', organizationId)
    .where('message.id', '=', messageId)
    .executeTakeFirst();
}

/** A message that nobody else changes or deletes until the transaction ends. */
export async function lockWebhookMessage(transaction: Transaction, organizationId: string, id: string): Promise<WebhookMessageRow | undefined> {
  return tables(transaction)
    .selectFrom('webhook_delivery.webhook_messages')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateWebhookMessage(transaction: Transaction, id: string, changes: Updateable<WebhookMessagesTable>): Promise<void> {
  await tables(transaction)
    .updateTable('webhook_delivery.webhook_messages')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Messages of all organizations whose next attempt was due before an instant. They count as due `now` from here on, so
 * that the next search begins with others.
 */
export async function takeOverdueMessages(transaction: Transaction, dueBefore: Date, now: Date, limit: number) {
  const overdue = tables(transaction)
    .selectFrom('webhook_delivery.webhook_messages')
    .select('id')
    .where('next_attempt_at', '<=', dueBefore)
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return tables(transaction)
    .updateTable('webhook_delivery.webhook_messages')
    .set({ next_attempt_at: now })
    .where('id', 'in', overdue)
    .returning(['id', 'organization_id', 'retries'])
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
  const result = await tables(transaction).deleteFrom('webhook_delivery.webhook_messages').where('id', 'in', old).executeTakeFirst();
  return Number(result.numDeletedRows);
}
