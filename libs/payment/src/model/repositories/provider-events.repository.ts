import { sql } from 'kysely';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/payment.tables.js';

/** Stores events of a connection, each once. @param at Unix ms */
export async function storeEvents(
  transaction: TenantTransaction,
  connectionId: string,
  events: readonly { id: string; payload: Record<string, unknown> }[],
  at: Instant,
): Promise<void> {
  if (events.length === 0) return;
  await tables(transaction)
    .insertInto('payment.provider_events')
    .values(
      events.map(({ id, payload }) => ({
        organization_id: transaction.organizationId,
        connection_id: connectionId,
        event_id: id,
        payload: JSON.stringify(payload),
        received_at: new Date(at),
        handled_at: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['connection_id', 'event_id']).doNothing())
    .execute();
}

/** Reads the payload of an event that was not applied yet. */
export async function findUnhandledEvent(
  transaction: TenantTransaction,
  connectionId: string,
  eventId: string,
): Promise<Record<string, unknown> | undefined> {
  const event = await tables(transaction)
    .selectFrom('payment.provider_events')
    .select('payload')
    .where('organization_id', '=', transaction.organizationId)
    .where('connection_id', '=', connectionId)
    .where('event_id', '=', eventId)
    .where('handled_at', 'is', null)
    .executeTakeFirst();
  return event?.payload;
}

/** Records that an event was applied. @param at Unix ms */
export async function markEventHandled(
  transaction: TenantTransaction,
  connectionId: string,
  eventId: string,
  at: Instant,
): Promise<void> {
  await tables(transaction)
    .updateTable('payment.provider_events')
    .set({ handled_at: sql<Date>`coalesce(handled_at, ${new Date(at)})` })
    .where('connection_id', '=', connectionId)
    .where('event_id', '=', eventId)
    .execute();
}
