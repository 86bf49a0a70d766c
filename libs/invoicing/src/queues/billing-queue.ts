import { sql } from 'kysely';
import type { BillingRunRequest } from '@tollgate/contracts';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { InvoicingTables } from '../tables/invoicing.tables.js';

/** A run that was asked for and is not done. */
export interface QueuedRun {
  id: string;
  request: BillingRunRequest;
  /** How often it failed for what nobody foresaw. */
  attempts: number;
}

const tables = (transaction: Transaction) => tablesOf<InvoicingTables>(transaction);

/** Lanes of an organization: those of different lanes are billed at the same time. */
const lanes = 8;

/** A customer always goes through the same lane. */
export const laneOf = (customerId: string): number => Number.parseInt(customerId.slice(-2), 16) % lanes;

/** Under which the runs of one lane are done by one job at a time. */
export const nameOfLane = (organizationId: string, lane: number): string => `billing ${organizationId}/${lane}`;

/** Keeps a run until it is done; asked for again, it is kept once. */
export async function queueRun(
  transaction: Transaction,
  organizationId: string,
  { id, request }: Omit<QueuedRun, 'attempts'>,
): Promise<void> {
  const { customer_id } = request;
  await tables(transaction)
    .insertInto('invoicing.billing_runs')
    .values({
      id,
      organization_id: organizationId,
      customer_id,
      lane: laneOf(customer_id),
      request: JSON.stringify(request),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * The oldest run of each of some customers of a lane: an invoice builds on those before it, by their fees and credits.
 * @param without customers that are left out
 */
export async function nextRuns(
  transaction: Transaction,
  organizationId: string,
  lane: number,
  without: string[],
  limit: number,
): Promise<QueuedRun[]> {
  const { rows } = await sql<QueuedRun>`
    select distinct on (customer_id) id, request, attempts
    from (select customer_id, sequence, id, request, attempts from invoicing.billing_runs
          where organization_id = ${organizationId} and lane = ${lane} and customer_id <> all(${without}::uuid[])
          order by sequence limit ${limit}) as waiting
    order by customer_id, sequence
  `.execute(transaction);
  return rows;
}

export async function removeRun(transaction: Transaction, id: string): Promise<void> {
  await tables(transaction).deleteFrom('invoicing.billing_runs').where('id', '=', id).execute();
}

/** Records that a run failed, and why. */
export async function recordFailedRun(transaction: Transaction, id: string, error: string): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.billing_runs')
    .set({ attempts: sql<number>`attempts + 1`, error })
    .where('id', '=', id)
    .execute();
}
