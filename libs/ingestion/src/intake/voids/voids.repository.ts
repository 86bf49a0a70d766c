import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../../model/tables/ingestion.tables.js';
import type { VoidedEventsTable } from '../../model/tables/voids.tables.js';

/** Records a voided event; the first caller's record stays. */
export async function insertVoid(
  transaction: TenantTransaction,
  row: Omit<VoidedEventsTable, 'done'>,
): Promise<VoidedEventsTable> {
  await tables(transaction)
    .insertInto('ingestion.voided_events')
    .values({ ...row, event: JSON.stringify(row.event) as never, done: false })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .execute();
  return tables(transaction)
    .selectFrom('ingestion.voided_events')
    .selectAll()
    .where('event_id', '=', row.event_id)
    .executeTakeFirstOrThrow();
}

/** @returns false when it was marked before */
export async function markVoidDone(transaction: TenantTransaction, eventId: string): Promise<boolean> {
  const { numUpdatedRows } = await tables(transaction)
    .updateTable('ingestion.voided_events')
    .set({ done: true })
    .where('event_id', '=', eventId)
    .where('done', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findVoids(
  transaction: TenantTransaction,
  transactionId: string,
  chosen: { externalSubscriptionId: string | undefined; timestamp: number | undefined },
): Promise<VoidedEventsTable[]> {
  let query = tables(transaction)
    .selectFrom('ingestion.voided_events')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('transaction_id', '=', transactionId);
  if (chosen.externalSubscriptionId !== undefined)
    query = query.where('external_subscription_id', '=', chosen.externalSubscriptionId);
  if (chosen.timestamp !== undefined) query = query.where('timestamp', '=', String(chosen.timestamp));
  return query.orderBy('voided_at', 'desc').limit(2).execute();
}

/** Voided events of all organizations that the store or other services may not know about. */
export async function listPendingVoids(
  transaction: Transaction,
  before: Date,
  limit: number,
): Promise<VoidedEventsTable[]> {
  return tables(transaction)
    .selectFrom('ingestion.voided_events')
    .selectAll()
    .where('done', '=', false)
    .where('voided_at', '<', before)
    .orderBy('voided_at')
    .limit(limit)
    .execute();
}
