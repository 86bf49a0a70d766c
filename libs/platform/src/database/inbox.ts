import { sql } from 'kysely';
import type { Message } from '@tollgate/contracts';
import type { TenantTransaction } from './transaction.js';
import type { SchemaName } from './tenancy.js';

/**
 * Records in a consumer's inbox that it handles a message.
 * @returns false when the consumer has already handled it
 */
export async function markHandled(
  transaction: TenantTransaction,
  consumer: SchemaName,
  message: Message,
): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    with done as (
      delete from platform.in_flight
      where organization_id = ${message.organization_id} and id = ${workId(message, consumer)}
    )
    insert into ${sql.table(`${consumer}.inbox`)} (message_id, organization_id, type)
    values (${message.id}, ${message.organization_id}, ${message.type})
    on conflict (message_id) do nothing
    returning true as fresh
  `.execute(transaction);
  return rows.length > 0;
}

/**
 * Records many messages of one organization in one statement.
 * @returns the ids of the unhandled ones
 */
export async function markAllHandled(
  transaction: TenantTransaction,
  consumer: SchemaName,
  messages: Message[],
): Promise<Set<string>> {
  const { rows } = await sql<{ message_id: string }>`
    with done as (
      delete from platform.in_flight
      where organization_id = ${messages[0]?.organization_id} and id = any(${messages.map((message) => workId(message, consumer))}::text[])
    )
    insert into ${sql.table(`${consumer}.inbox`)} (message_id, organization_id, type)
    select * from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map((message) => message.organization_id)}::uuid[], ${messages.map(({ type }) => type)}::text[])
    on conflict (message_id) do nothing
    returning message_id
  `.execute(transaction);
  return new Set(rows.map((row) => row.message_id));
}

const workId = (message: Message, consumer: SchemaName) => `${message.id}-${consumer.replace('_', '-')}`;
