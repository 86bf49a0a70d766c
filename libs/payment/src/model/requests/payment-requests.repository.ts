import { sql, type Selectable } from 'kysely';
import { paymentRequestStatuses, type PaymentRequestFilters, type SortsOf } from '@tollgate/contracts';
import {
  insertRows,
  instantKey,
  integerKey,
  listForm,
  narrowed,
  newestFirst,
  readList,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { tables } from '../payment.tables.js';
import type { PaymentRequestsTable } from './payment-requests.tables.js';

export type PaymentRequestRow = Selectable<PaymentRequestsTable>;

/** Restricts a list of requests; null means no restriction. */
export interface RequestRestriction {
  customerIds: string[] | null;
  billingEntityIds: string[] | null;
}

const all = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('payment.payment_requests')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function findRequest(transaction: TenantTransaction, id: string): Promise<PaymentRequestRow | undefined> {
  return all(transaction).where('id', '=', id).executeTakeFirst();
}

const list = listForm<SortsOf<PaymentRequestFilters>>({
  updated: 'updated_at',
  keys: { created_at: instantKey('created_at'), amount_cents: integerKey('amount_cents') },
  order: newestFirst,
  searched: ['email'],
});

/** Reads one page of payment requests, newest first (invoices, section 13). */
export async function listRequests(
  transaction: TenantTransaction,
  filters: PaymentRequestFilters,
  restriction: RequestRestriction,
) {
  const found = (changes: Partial<PaymentRequestFilters> = {}) =>
    requestsFound(transaction, { ...filters, ...changes }, restriction);
  return readList(transaction, found(), list, filters, {
    payment_status: () => ({ query: found({ payment_status: undefined }), values: paymentRequestStatuses }),
  });
}

/** The payment requests that match the filters of a list, unordered. */
export function requestsFound(
  transaction: TenantTransaction,
  filters: PaymentRequestFilters,
  { customerIds, billingEntityIds }: RequestRestriction,
) {
  let query = all(transaction);
  if (customerIds) query = query.where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`);
  if (billingEntityIds) query = query.where(sql<boolean>`billing_entity_id = any(${billingEntityIds}::uuid[])`);
  if (filters.payment_status !== undefined) query = query.where('payment_status', '=', filters.payment_status);
  if (filters.currency !== undefined) query = query.where('currency', '=', filters.currency);
  return narrowed(query, list, filters);
}

/** Reads the ids of invoices in order, by payment request. */
export async function invoicesOfRequests(
  transaction: TenantTransaction,
  requestIds: string[],
): Promise<Map<string, string[]>> {
  if (requestIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('payment.payment_request_invoices')
    .select(['payment_request_id', 'invoice_id'])
    .where(sql<boolean>`payment_request_id = any(${requestIds}::uuid[])`)
    .orderBy('position')
    .execute();
  const byRequest = new Map(requestIds.map((id): [string, string[]] => [id, []]));
  for (const row of rows) byRequest.get(row.payment_request_id)?.push(row.invoice_id);
  return byRequest;
}

/** Inserts a payment request with its invoices. */
export async function insertRequest(
  transaction: TenantTransaction,
  row: PaymentRequestRow,
  invoiceIds: string[],
): Promise<void> {
  await tables(transaction).insertInto('payment.payment_requests').values(row).execute();
  await insertRows(
    transaction,
    'payment.payment_request_invoices',
    invoiceIds.map((invoice_id, position) => ({
      organization_id: row.organization_id,
      payment_request_id: row.id,
      invoice_id,
      position,
    })),
  );
}

/** Checks whether a campaign requested the payment of an invoice. */
export async function isDunned(transaction: TenantTransaction, invoiceId: string): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('payment.payment_request_invoices as requested')
    .innerJoin('payment.payment_requests as request', 'request.id', 'requested.payment_request_id')
    .select('request.id')
    .where('requested.invoice_id', '=', invoiceId)
    .where('request.dunning_campaign_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Checks whether a payment request paid an invoice. */
export async function isPaidByRequest(transaction: TenantTransaction, invoiceId: string): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('payment.payment_request_invoices as requested')
    .innerJoin('payment.payment_requests as request', 'request.id', 'requested.payment_request_id')
    .select('request.id')
    .where('requested.invoice_id', '=', invoiceId)
    .where('request.payment_status', '=', 'succeeded')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @param now Unix ms */
export async function setRequestStatus(
  transaction: TenantTransaction,
  id: string,
  status: PaymentRequestRow['payment_status'],
  now: Instant,
): Promise<void> {
  await tables(transaction)
    .updateTable('payment.payment_requests')
    .set({ payment_status: status, updated_at: new Date(now) })
    .where('id', '=', id)
    .where('payment_status', '<>', 'succeeded')
    .execute();
}
