import { sql } from 'kysely';
import { messages, type MessageType } from '@tollgate/contracts';
import type { Transaction } from '../database/database.js';
import type { SchemaName } from '../database/tenancy.js';
import { newId } from '../ids.js';

export interface OutboxEntry {
  organizationId: string;
  type: MessageType;
  key: string;
  payload: object;
  /** Unix milliseconds. */
  occurredAt: number;
  requestId: string | null;
}

/**
 * Adds a message to a service's outbox. For an organization with a test clock it also notes, for every consumer, that
 * work is in flight: the clock is ready only when all of it is done.
 */
export async function appendToOutbox(transaction: Transaction, schema: SchemaName, entry: OutboxEntry): Promise<void> {
  const id = newId();
  const consumers = messages[entry.type].consumers.map((consumer) => `${id}-${consumer}`);
  await sql`
    with message as (
      insert into ${sql.table(`${schema}.outbox`)} (id, organization_id, type, key, payload, occurred_at, request_id)
      values (${id}, ${entry.organizationId}, ${entry.type}, ${entry.key}, ${JSON.stringify(entry.payload)}::jsonb,
              ${new Date(entry.occurredAt)}, ${entry.requestId})
    )
    insert into platform.in_flight (organization_id, id)
    select clock.organization_id, work
    from identity.test_clocks clock, unnest(${consumers}::text[]) work
    where clock.organization_id = ${entry.organizationId}
  `.execute(transaction);
}
