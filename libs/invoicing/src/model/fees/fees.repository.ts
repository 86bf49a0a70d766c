import { sql, type Selectable, type Updateable } from 'kysely';
import { feePaymentStatuses, feeTypes, type FeeFilters, type SortsOf } from '@tollgate/contracts';
import {
  instantKey,
  listForm,
  narrowed,
  readList,
  withCandidates,
  groupBy,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';
import type { FeesTable, FeeTaxesTable } from './fees.tables.js';

export type FeeRow = Selectable<FeesTable>;
export type FeeTaxRow = Selectable<FeeTaxesTable>;

const live = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('invoicing.fees')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);

/** The fees of invoices, in their order. */
export async function feesOfInvoices(transaction: TenantTransaction, invoiceIds: string[]): Promise<FeeRow[]> {
  if (invoiceIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.fees')
    .selectAll()
    .where('invoice_id', 'in', invoiceIds)
    .orderBy('position')
    .execute();
}

/** Fees by their ids, deleted ones too. */
export async function feesByIds(transaction: TenantTransaction, ids: string[]): Promise<FeeRow[]> {
  if (ids.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.fees')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/**
 * Hides the fees of an invoice while a subscription waits for its payment, and shows them when it is paid. Those of an
 * invoice that was given up stay hidden. @param hiddenAt Unix ms; null shows them
 */
export async function hideFees(
  transaction: TenantTransaction,
  invoiceId: string,
  hiddenAt: Instant | null,
): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.fees')
    .set({ deleted_at: hiddenAt === null ? null : new Date(hiddenAt) })
    .where('invoice_id', '=', invoiceId)
    .execute();
}

/** A live fee. */
export async function findFee(transaction: TenantTransaction, id: string): Promise<FeeRow | undefined> {
  return live(transaction).where('id', '=', id).executeTakeFirst();
}

/** Locks a live fee until the end of the transaction. */
export async function lockFee(transaction: TenantTransaction, id: string): Promise<FeeRow | undefined> {
  return live(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateFee(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<FeesTable>,
): Promise<FeeRow> {
  return tables(transaction)
    .updateTable('invoicing.fees')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function taxesOfFees(transaction: TenantTransaction, feeIds: string[]): Promise<FeeTaxRow[]> {
  if (feeIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.fee_taxes')
    .selectAll()
    .where(sql<boolean>`fee_id = any(${feeIds}::uuid[])`)
    .orderBy('id')
    .execute();
}

/** The taxes of fees, by fee. */
export const taxesByFee = async (transaction: TenantTransaction, feeIds: string[]): Promise<Map<string, FeeTaxRow[]>> =>
  groupBy(await taxesOfFees(transaction, feeIds), (tax) => tax.fee_id);

/** Live fees of a subscription that an event made by itself, oldest first. */
export async function feesOfEvent(
  transaction: TenantTransaction,
  transactionId: string,
  subscriptionId: string,
): Promise<FeeRow[]> {
  return live(transaction)
    .where('event_transaction_id', '=', transactionId)
    .where('subscription_id', '=', subscriptionId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The customers and subscriptions of a list, found by its filters. */
export interface FeeRestriction {
  customerIds?: string[];
  subscriptionIds?: string[];
}

const statusInstants = ['succeeded_at', 'failed_at', 'refunded_at'] as const;

const list = listForm<SortsOf<FeeFilters>>({
  updated: 'created_at',
  keys: { created_at: instantKey('created_at') },
  order: [
    ['created_at', 'asc'],
    ['id', 'asc'],
  ],
  searched: ['item_code', 'item_name', 'invoice_display_name', 'event_transaction_id'],
  indexed: 'invoicing.fees',
});

/** Lists a page of fees, oldest first (charges, section 4). */
export async function listFees(transaction: TenantTransaction, filters: FeeFilters, restriction: FeeRestriction) {
  const searched = await withCandidates(transaction, list, filters);
  const found = (changes: Partial<FeeFilters> = {}) => feesFound(transaction, { ...searched, ...changes }, restriction);
  return readList(transaction, found(), list, filters, {
    fee_type: () => ({ query: found({ fee_type: undefined }), values: feeTypes }),
    payment_status: () => ({ query: found({ payment_status: undefined }), values: feePaymentStatuses }),
  });
}

/** The query of fees that match a list's filters, unordered. */
export function feesFound(
  transaction: TenantTransaction,
  filters: FeeFilters,
  { customerIds, subscriptionIds }: FeeRestriction,
) {
  let query = live(transaction);
  if (customerIds) query = query.where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`);
  if (subscriptionIds) query = query.where(sql<boolean>`subscription_id = any(${subscriptionIds}::uuid[])`);
  if (filters.currency !== undefined) query = query.where('currency', '=', filters.currency.toUpperCase());
  if (filters.billable_metric_code !== undefined)
    query = query.where('fee_type', '=', 'charge').where('item_code', '=', filters.billable_metric_code);
  if (filters.fee_type !== undefined) query = query.where('fee_type', '=', filters.fee_type);
  if (filters.payment_status !== undefined) query = query.where('payment_status', '=', filters.payment_status);
  if (filters.event_transaction_id !== undefined)
    query = query.where('event_transaction_id', '=', filters.event_transaction_id);
  for (const column of statusInstants) {
    const [from, to] = [filters[`${column}_from`], filters[`${column}_to`]];
    if (from !== undefined) query = query.where(column, '>=', from);
    if (to !== undefined) query = query.where(column, '<=', to);
  }
  return narrowed(query, list, filters);
}
