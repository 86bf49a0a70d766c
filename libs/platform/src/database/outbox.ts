import type { Instant } from '../time/clock.js';
import { sql } from 'kysely';
import { messages, type Actor, type MessageType } from '@tollgate/contracts';
import type { IdentifiedEntry, Transaction } from './transaction.js';
import type { SchemaName } from './tenancy.js';
import { newId } from '../ids.js';
import { outboxPayload, storeContents, withActor } from './message-contents.js';

/** The origin of messages: the request, its actor, and the trace that they continue. */
export interface Origin {
  requestId: string | null;
  actor: Actor | undefined;
  traceparent: string | null;
}

export interface OutboxEntry extends Origin {
  organizationId: string;
  type: MessageType;
  key: string;
  payload: object;
  /** Unix milliseconds. */
  occurredAt: Instant;
}

/**
 * Adds a message to a service's outbox. For an organization with a test clock, it also records in-flight work for every
 * consumer. The clock is ready only when all of it is done.
 * @throws MessageTooLarge
 */
export async function appendToOutbox(transaction: Transaction, schema: SchemaName, entry: OutboxEntry): Promise<void> {
  const id = newId();
  const { payload, content } = outboxPayload(entry.type, entry.payload);
  if (content !== null) await storeContents(transaction, entry.organizationId, [{ id, content }]);
  const consumers = messages[entry.type].consumers.map((consumer) => `${id}-${consumer}`);
  await sql`
    with message as (
      insert into ${sql.table(`${schema}.outbox`)} (id, organization_id, type, key, payload, occurred_at, request_id, traceparent)
      values (${id}, ${entry.organizationId}, ${entry.type}, ${entry.key}, ${JSON.stringify(withActor(payload, entry.actor))}::jsonb,
              ${new Date(entry.occurredAt)}, ${entry.requestId}, ${entry.traceparent})
    )
    insert into platform.in_flight (organization_id, id)
    select clock.organization_id, work
    from identity.test_clocks clock, unnest(${consumers}::text[]) work
    where clock.organization_id = ${entry.organizationId}
  `.execute(transaction);
}

/**
 * Adds many messages of one type in one statement, in order. It skips messages that already wait there; the consumers'
 * inboxes drop those published before.
 * @throws MessageTooLarge
 */
export async function appendAllToOutbox(
  transaction: Transaction,
  schema: SchemaName,
  organizationId: string,
  type: MessageType,
  entries: IdentifiedEntry[],
  origin: Origin,
): Promise<void> {
  const consumers: readonly string[] = messages[type].consumers;
  const parts = entries.map((entry) => ({ ...entry, ...outboxPayload(type, entry.payload) }));
  await storeContents(
    transaction,
    organizationId,
    parts.flatMap(({ id, content }) => (content === null ? [] : [{ id, content }])),
  );
  const rows = JSON.stringify(
    parts.map(({ id, key, payload, occurredAt, traceparent }) => ({
      id,
      key,
      payload: withActor(payload, origin.actor),
      occurred_at: new Date(occurredAt).toISOString(),
      traceparent: traceparent ?? origin.traceparent,
    })),
  );
  await sql`
    with entries as (
      select (entry->>'id')::uuid as id, entry, place from jsonb_array_elements(${rows}::jsonb) with ordinality as listed (entry, place)
    ), written as (
      insert into ${sql.table(`${schema}.outbox`)} (id, organization_id, type, key, payload, occurred_at, request_id, traceparent)
      select id, ${organizationId}::uuid, ${type}, entry->>'key', entry->'payload', (entry->>'occurred_at')::timestamptz, ${origin.requestId}, entry->>'traceparent'
      from entries order by place
      on conflict (id) do nothing
      returning id
    )
    insert into platform.in_flight (organization_id, id)
    select clock.organization_id, written.id || '-' || consumer
    from identity.test_clocks clock, written, unnest(${consumers}::text[]) consumer
    where clock.organization_id = ${organizationId}
    on conflict do nothing
  `.execute(transaction);
}
