import { sql } from 'kysely';
import { parkedReasonOf, type NewParkedItem, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../model/subscription.tables.js';

export const parkedDueWork = 'due_work';

/** The waits after failures double from a minute to an hour; then the work is parked for an operator. */
const maxTries = 12;

/** Delays a customer's due work after a failure. @returns the number of failures, and whether that was the last try */
export async function recordFailure(
  transaction: TenantTransaction,
  customerId: string,
): Promise<{ tries: number; last: boolean }> {
  const { rows } = await sql<{ tries: number }>`
    insert into subscription.due_failures as failure (organization_id, customer_id, retry_at)
    values (${transaction.organizationId}, ${customerId}, now() + interval '1 minute')
    on conflict (customer_id) do update set
      tries = failure.tries + 1,
      retry_at = case when failure.tries + 1 < ${maxTries} then now() + least(interval '1 minute' * power(2, failure.tries), interval '1 hour')
                      else 'infinity' end
    returning tries
  `.execute(transaction);
  const tries = rows[0]?.tries ?? 1;
  return { tries, last: tries >= maxTries };
}

/** The parked item of a customer's failed due work. */
export const parkedItem = (
  organizationId: string,
  customerId: string,
  error: unknown,
  tries: number,
): NewParkedItem => ({
  service: 'subscription',
  kind: parkedDueWork,
  organizationId,
  key: customerId,
  ...parkedReasonOf(error),
  payload: { customer_id: customerId },
  tries,
});

/** Deletes the failures of customers after a success. */
export async function deleteFailures(transaction: TenantTransaction, customerIds: string[]): Promise<void> {
  await tables(transaction)
    .deleteFrom('subscription.due_failures')
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .execute();
}
