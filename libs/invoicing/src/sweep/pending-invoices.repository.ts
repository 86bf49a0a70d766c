import type { Transaction } from '@tollgate/platform';
import { tables } from '../tables/invoicing.tables.js';

/** Those of one sweep; the next one takes the others. */
const limit = 500;

/** Invoices of all organizations that are to be made once more. */
export async function pendingInvoices(transaction: Transaction): Promise<{ organization_id: string; id: string }[]> {
  return tables(transaction)
    .selectFrom('invoicing.invoices')
    .select(['organization_id', 'id'])
    .where('status', '=', 'pending')
    .orderBy('updated_at')
    .limit(limit)
    .execute();
}
