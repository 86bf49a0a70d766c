import { sql } from 'kysely';
import type { Transaction } from '@tollgate/platform';
import { isAwaitingVatCheck } from '@tollgate/subscription/reader';
import { customersWithDueRequests, isPostponed } from '../../model/taxes/tax-requests.repository.js';
import { customersWithDueFees } from '../../model/taxes/uninvoiced-tax-requests.repository.js';
import { tables } from '../../model/invoicing.tables.js';

/** The maximum per run of the reconciler; the next run takes the others. */
const limit = 500;

/** Invoices of all organizations to create again. */
export async function pendingInvoices(transaction: Transaction): Promise<{ organization_id: string; id: string }[]> {
  return tables(transaction)
    .selectFrom('invoicing.invoices')
    .select(['organization_id', 'id'])
    .where('status', '=', 'pending')
    .where('awaits_taxes', '=', false)
    .orderBy('updated_at')
    .limit(limit)
    .execute();
}

/**
 * Customers of all organizations with known taxes, whose invoices or drafts still wait for them. Customers with due
 * requests to a tax engine are among them.
 */
export async function customersToTax(
  transaction: Transaction,
): Promise<{ organization_id: string; customer_id: string }[]> {
  const waiting = tables(transaction).selectFrom('invoicing.invoices').select(['organization_id', 'customer_id']);
  const areKnown = sql<boolean>`not ${sql.raw(isAwaitingVatCheck('invoicing.invoices.customer_id'))}`;
  return waiting
    .where('awaits_taxes', '=', true)
    .where(areKnown)
    .where(sql<boolean>`not ${sql.raw(isPostponed('invoicing.invoices.id'))}`)
    .union(customersWithDueRequests(transaction))
    .union(customersWithDueFees(transaction))
    .union(waiting.where('status', '=', 'draft').where('finalize_at', 'is', null).where(areKnown))
    .limit(limit)
    .execute();
}
