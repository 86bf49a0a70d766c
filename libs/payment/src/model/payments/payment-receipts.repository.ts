import { sql, type Selectable } from 'kysely';
import type { PaymentReceiptFilters, SortsOf } from '@tollgate/contracts';
import { instantKey, listForm, narrowed, newestFirst, readList, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../payment.tables.js';
import type { PaymentReceiptsTable } from './payments.tables.js';
import { paysInvoice } from './payments.repository.js';

export type PaymentReceiptRow = Selectable<PaymentReceiptsTable>;

const all = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('payment.payment_receipts')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function findReceipt(transaction: TenantTransaction, id: string): Promise<PaymentReceiptRow | undefined> {
  return all(transaction).where('id', '=', id).executeTakeFirst();
}

/** Reads receipts by their ids, oldest first. */
export async function receiptsByIds(transaction: TenantTransaction, ids: string[]): Promise<PaymentReceiptRow[]> {
  if (ids.length === 0) return [];
  return all(transaction).where('id', 'in', ids).orderBy('id').execute();
}

const list = listForm<SortsOf<PaymentReceiptFilters>>({
  updated: 'created_at',
  keys: { created_at: instantKey('created_at') },
  order: newestFirst,
  searched: ['number'],
});

/**
 * Reads one page of receipts, newest first (customers, section 11.4).
 * @param customerId limits them to those of a customer
 */
export async function listReceipts(
  transaction: TenantTransaction,
  filters: PaymentReceiptFilters,
  customerId?: string,
) {
  return readList(transaction, receiptsFound(transaction, filters, customerId), list, filters);
}

/** The query of receipts that match a list's filters, unordered. */
export function receiptsFound(transaction: TenantTransaction, filters: PaymentReceiptFilters, customerId?: string) {
  let query = all(transaction);
  const payments = tables(transaction)
    .selectFrom('payment.payments')
    .select('id')
    .where('organization_id', '=', transaction.organizationId);
  if (customerId !== undefined) query = query.where('payment_id', 'in', payments.where('customer_id', '=', customerId));
  if (filters.invoice_id !== undefined)
    query = query.where('payment_id', 'in', payments.where(paysInvoice(filters.invoice_id)));
  return narrowed(query, list, filters);
}

/**
 * Takes the next rank of a customer's receipts. The row stays locked until the transaction ends, so ranks have no gaps.
 */
export async function nextReceiptRank(transaction: TenantTransaction, customerId: string): Promise<number> {
  const { last } = await tables(transaction)
    .insertInto('payment.receipt_sequences')
    .values({ organization_id: transaction.organizationId, customer_id: customerId, last: 1 })
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet({ last: sql<number>`payment.receipt_sequences.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}
