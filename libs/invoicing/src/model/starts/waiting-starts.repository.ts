import { sql } from 'kysely';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import type { AbandonedStartsTable } from './waiting-starts.tables.js';
import { tables } from '../invoicing.tables.js';

/**
 * Serializes the writing of a start's invoice and the giving up of that start, until the transaction ends. Take the
 * lock before reading either.
 */
export async function lockStarts(transaction: TenantTransaction, subscriptionIds: string[]): Promise<void> {
  const names = [...new Set(subscriptionIds)].sort().map((id) => `start ${id}`);
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
    transaction,
  );
}

/** The starts among these that were given up, under their locks. */
export async function abandonedAmong(transaction: TenantTransaction, subscriptionIds: string[]): Promise<Set<string>> {
  if (subscriptionIds.length === 0) return new Set();
  await lockStarts(transaction, subscriptionIds);
  const rows = await tables(transaction)
    .selectFrom('invoicing.abandoned_starts')
    .select('subscription_id')
    .where('subscription_id', 'in', subscriptionIds)
    .execute();
  return new Set(rows.map(({ subscription_id: id }) => id));
}

/** Marks a start as given up. @returns whether it was not before */
export async function markAbandoned(
  transaction: TenantTransaction,
  subscriptionId: string,
  reason: AbandonedStartsTable['reason'],
  now: Instant,
): Promise<boolean> {
  const marked = await tables(transaction)
    .insertInto('invoicing.abandoned_starts')
    .values({
      subscription_id: subscriptionId,
      organization_id: transaction.organizationId,
      reason,
      abandoned_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('subscription_id').doNothing())
    .returning('subscription_id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** The first invoice of a subscription, of any status; undefined before it is written. */
export async function startingInvoiceOf(
  transaction: TenantTransaction,
  subscriptionId: string,
): Promise<string | undefined> {
  const row = await tables(transaction)
    .selectFrom('invoicing.billing_periods')
    .select('invoice_id')
    .where('subscription_id', '=', subscriptionId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.invoice_id;
}

/** The subscription that waits for the payment of an invoice. */
export async function waitingSubscriptionOf(transaction: TenantTransaction, invoiceId: string): Promise<string> {
  const row = await tables(transaction)
    .selectFrom('invoicing.billing_periods')
    .select('subscription_id')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return row.subscription_id;
}
