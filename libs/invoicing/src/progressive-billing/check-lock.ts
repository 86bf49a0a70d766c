import { sql } from 'kysely';
import type { Transaction } from '@tollgate/platform';

/** Lets the thresholds of subscriptions be decided on, and their usage invoiced, one after another; released with the transaction. */
export async function lockChecks(transaction: Transaction, subscriptionIds: string[]): Promise<void> {
  for (const id of [...new Set(subscriptionIds)].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`thresholds ${id}`}, 0))`.execute(transaction);
  }
}
