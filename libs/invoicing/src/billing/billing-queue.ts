import type { BillingRunRequest, Message } from '@tollgate/contracts';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { InvoicingTables } from '../invoicing.tables.js';

/** A run that was asked for and is not done. */
export interface QueuedRun {
  id: string;
  request: BillingRunRequest;
}

const tables = (transaction: Transaction) => tablesOf<InvoicingTables>(transaction);

/** Keeps a run until it is done; asked for again, it is kept once. */
export async function queueRun(transaction: Transaction, { id, organization_id, payload }: Message<'billing.due'>): Promise<void> {
  await tables(transaction)
    .insertInto('invoicing.billing_runs')
    .values({ id, organization_id, customer_id: payload.customer_id, request: JSON.stringify(payload) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The oldest run of a customer: an invoice builds on those before it, by their fees and credits. */
export async function nextRun(transaction: Transaction, customerId: string): Promise<QueuedRun | undefined> {
  return tables(transaction)
    .selectFrom('invoicing.billing_runs')
    .select(['id', 'request'])
    .where('customer_id', '=', customerId)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
}

export async function removeRun(transaction: Transaction, id: string): Promise<void> {
  await tables(transaction).deleteFrom('invoicing.billing_runs').where('id', '=', id).execute();
}
