import { sql } from 'kysely';
import type { EventInAdvance, MessagePayload } from '@tollgate/contracts';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { InvoicingTables } from '../tables/invoicing.tables.js';

/** An event that waits to be charged. */
export interface QueuedEvent {
  sequence: bigint;
  event: EventInAdvance;
}

const tables = (transaction: Transaction) => tablesOf<InvoicingTables>(transaction);

/** Lets the events of one lane be charged one after another; released with the transaction. */
export async function lockLane(transaction: Transaction, organizationId: string, lane: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`advance ${organizationId}/${lane}`}, 0))`.execute(
    transaction,
  );
}

/** Keeps events until they are charged; published again while they wait, they wait once. */
export async function queueEvents(
  transaction: Transaction,
  organizationId: string,
  { lane, events }: MessagePayload<'usage.events_in_advance'>,
): Promise<void> {
  await sql`
    insert into invoicing.advance_queue (organization_id, event_id, lane, event)
    select ${organizationId}::uuid, (event->>'event_id')::uuid, ${lane}, event
    from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as listed (event, place)
    order by place
    on conflict do nothing
  `.execute(transaction);
}

/** Takes an event off that is not to be charged. */
export async function dropQueuedEvent(
  transaction: Transaction,
  organizationId: string,
  eventId: string,
): Promise<void> {
  await tables(transaction)
    .deleteFrom('invoicing.advance_queue')
    .where('organization_id', '=', organizationId)
    .where('event_id', '=', eventId)
    .execute();
}

/** The next events of a lane, in the order in which they were stored. */
export async function nextEvents(
  transaction: Transaction,
  organizationId: string,
  lane: number,
  limit: number,
): Promise<QueuedEvent[]> {
  return tables(transaction)
    .selectFrom('invoicing.advance_queue')
    .select(['sequence', 'event'])
    .where('organization_id', '=', organizationId)
    .where('lane', '=', lane)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** Whether events of a subscription wait to be charged. */
export async function hasWaitingEvents(
  transaction: Transaction,
  organizationId: string,
  externalSubscriptionId: string,
): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('invoicing.advance_queue')
    .select('sequence')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`event->>'external_subscription_id' = ${externalSubscriptionId}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeEvents(transaction: Transaction, events: QueuedEvent[]): Promise<void> {
  const sequences = events.map(({ sequence }) => String(sequence));
  await tables(transaction)
    .deleteFrom('invoicing.advance_queue')
    .where(sql<boolean>`sequence = any(${sequences}::bigint[])`)
    .execute();
}

/** Records why an event could not be charged. @returns how often it could not */
export async function recordFailure(
  transaction: Transaction,
  { sequence }: QueuedEvent,
  reason: string,
): Promise<number> {
  const row = await tables(transaction)
    .updateTable('invoicing.advance_queue')
    .set({ attempts: sql<number>`attempts + 1`, error: reason })
    .where('sequence', '=', sequence)
    .returning('attempts')
    .executeTakeFirst();
  return row?.attempts ?? 1;
}
