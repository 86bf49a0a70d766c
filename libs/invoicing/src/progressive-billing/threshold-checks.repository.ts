import { sql } from 'kysely';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { InvoicingTables } from '../tables/invoicing.tables.js';

const tables = (transaction: Transaction) => tablesOf<InvoicingTables>(transaction);

/** Minutes of real time after which a check that was not done is taken for lost. */
const lostAfter = 5;

/**
 * Records that subscriptions are to be checked.
 * @returns those that need a job: it is not there yet, was lost, or this very message is to queue it
 */
export async function recordChecks(
  transaction: Transaction,
  organizationId: string,
  messageId: string,
  subscriptionIds: string[],
): Promise<string[]> {
  if (subscriptionIds.length === 0) return [];
  const { rows } = await sql<{ subscription_id: string }>`
    with recorded as (
      insert into invoicing.threshold_checks as recorded (subscription_id, organization_id, message_id, version, queued_at)
      select id, ${organizationId}::uuid, ${messageId}::uuid, 1, clock_timestamp() from unnest(${subscriptionIds}::uuid[]) as id order by id
      on conflict (subscription_id) do update set
        version = recorded.version + 1,
        message_id = case when recorded.queued_at < clock_timestamp() - make_interval(mins => ${lostAfter}) then excluded.message_id else recorded.message_id end,
        queued_at = case when recorded.queued_at < clock_timestamp() - make_interval(mins => ${lostAfter}) then excluded.queued_at else recorded.queued_at end
      returning subscription_id, message_id
    )
    select subscription_id from recorded where message_id = ${messageId}
  `.execute(transaction);
  return rows.map((row) => row.subscription_id);
}

/** How often a check was asked for that is not done; null when none is. */
export async function openCheck(transaction: Transaction, subscriptionId: string): Promise<bigint | null> {
  const row = await tables(transaction)
    .selectFrom('invoicing.threshold_checks')
    .select('version')
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row?.version ?? null;
}

/** Crosses off a check, unless it was asked for again since. @returns whether it was */
export async function closeCheck(transaction: Transaction, subscriptionId: string, version: bigint): Promise<boolean> {
  const closed = await tables(transaction)
    .deleteFrom('invoicing.threshold_checks')
    .where('subscription_id', '=', subscriptionId)
    .where('version', '=', version)
    .executeTakeFirst();
  return closed.numDeletedRows > 0n;
}

/** Records that a check failed. @returns how often it did */
export async function recordFailedCheck(transaction: Transaction, subscriptionId: string): Promise<number> {
  const row = await tables(transaction)
    .updateTable('invoicing.threshold_checks')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('subscription_id', '=', subscriptionId)
    .returning('attempts')
    .executeTakeFirst();
  return row?.attempts ?? 1;
}
