import { sql } from 'kysely';
import type { Instant, TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../payment.tables.js';

/** Events wait for their jobs this long before the reconciler queues them again. */
const waitBeforeRepeat = '15 minutes';
/** The kind of parked events: they are ours, and fit nothing here. */
export const parkedEvent = 'provider_event';

const mostReconciled = 500;

/** Stores events of a connection, each once. */
export async function storeEvents(
  transaction: TenantTransaction,
  connectionId: string,
  events: readonly { id: string; payload: Record<string, unknown> }[],
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
        received_at: sql<Date>`now()`,
        handled_at: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['connection_id', 'event_id']).doNothing())
    .execute();
}

/** Reads a stored event, and when it was applied. */
export async function findEvent(
  transaction: TenantTransaction,
  connectionId: string,
  eventId: string,
): Promise<{ payload: Record<string, unknown>; handled_at: Date | null } | undefined> {
  return tables(transaction)
    .selectFrom('payment.provider_events')
    .select(['payload', 'handled_at'])
    .where('organization_id', '=', transaction.organizationId)
    .where('connection_id', '=', connectionId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
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

/** Reads the events of all organizations whose jobs may be lost, without parked ones. */
export async function waitingEvents(
  transaction: Transaction,
): Promise<{ organization_id: string; connection_id: string; event_id: string }[]> {
  const { rows } = await sql<{ organization_id: string; connection_id: string; event_id: string }>`
    select organization_id, connection_id, event_id from payment.provider_events event
    where handled_at is null and received_at < now() - ${waitBeforeRepeat}::interval and not exists (
      select from platform.parked
      where service = 'payment' and kind = 'job'
        and key in (
          'payment-event/' || event.connection_id || '/' || encode(sha256(convert_to(event.event_id, 'UTF8')), 'hex'),
          -- Jobs of release 0.1.0 were named by the event itself.
          'payment-event/' || event.connection_id || '/' || event.event_id))
    order by received_at limit ${mostReconciled}
  `.execute(transaction);
  return rows;
}

/** Deletes applied events that were received before an instant; parked ones stay for a retry. @returns their number */
export async function deleteOldEvents(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from payment.provider_events where (connection_id, event_id) in (
      select connection_id, event_id from payment.provider_events event
      where handled_at is not null and received_at < ${before} and not exists (
        select from platform.parked
        where service = 'payment' and kind = ${parkedEvent}
          and key = event.connection_id || '/' || encode(sha256(convert_to(event.event_id, 'UTF8')), 'hex'))
      limit ${limit})
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}
