import { sql } from 'kysely';
import type { Message } from '@tollgate/contracts';
import type { Transaction } from '../database/database.js';
import type { SchemaName } from '../database/tenancy.js';

/**
 * Notes in a consumer's inbox that it handles a message.
 * @returns false when it was handled before
 */
export async function markHandled(transaction: Transaction, consumer: SchemaName, message: Message): Promise<boolean> {
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

const workId = (message: Message, consumer: SchemaName) => `${message.id}-${consumer.replace('_', '-')}`;
