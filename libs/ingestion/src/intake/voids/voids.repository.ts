import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../../model/tables/ingestion.tables.js';
import type { VoidedEventsTable } from '../../model/tables/voids.tables.js';

/** Voids of up to 100 transaction ids; each is of one event of a subscription, or of few subscriptions. */
const mostVoids = 1_000;

/** Records voided events; the first caller's record of an event stays. @returns the records, in the order of their ids */
export async function insertVoids(
  transaction: TenantTransaction,
  rows: Omit<VoidedEventsTable, 'done'>[],
): Promise<VoidedEventsTable[]> {
  if (rows.length === 0) return [];
  const values = rows.map(({ event, replacement, ...row }) => ({
    ...row,
    event: JSON.stringify(event) as never,
    replacement: (replacement === null ? null : JSON.stringify(replacement)) as never,
    done: false,
  }));
  await tables(transaction)
    .insertInto('ingestion.voided_events')
    .values(values)
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .execute();
  const ids = rows.map(({ event_id }) => event_id);
  return tables(transaction)
    .selectFrom('ingestion.voided_events')
    .selectAll()
    .where('event_id', 'in', ids)
    .orderBy('event_id')
    .execute();
}

/** Marks voids that other services learn about now. @returns the ids of those that were not marked before */
export async function markVoidsDone(transaction: TenantTransaction, eventIds: string[]): Promise<Set<string>> {
  const marked = await tables(transaction)
    .updateTable('ingestion.voided_events')
    .set({ done: true })
    .where('event_id', 'in', eventIds)
    .where('done', '=', false)
    .returning('event_id')
    .execute();
  return new Set(marked.map(({ event_id }) => event_id));
}

/** The voids of some transaction ids. */
export async function findVoidsAmong(
  transaction: TenantTransaction,
  transactionIds: string[],
  externalSubscriptionId: string | undefined,
): Promise<VoidedEventsTable[]> {
  let query = tables(transaction)
    .selectFrom('ingestion.voided_events')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('transaction_id', 'in', transactionIds);
  if (externalSubscriptionId !== undefined)
    query = query.where('external_subscription_id', '=', externalSubscriptionId);
  return query.orderBy('voided_at', 'desc').limit(mostVoids).execute();
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
