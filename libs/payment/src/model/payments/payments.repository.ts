import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { paymentStatuses, type PaymentFilters, type SortsOf } from '@tollgate/contracts';
import { paysSelfBilled } from '@tollgate/invoicing/reader';
import {
  sharedStatement,
  instantKey,
  integerKey,
  listForm,
  narrowed,
  newestFirst,
  readList,
  withCandidates,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { tables } from '../payment.tables.js';
import type { PaymentsTable, ProviderError } from './payments.tables.js';

export type PaymentRow = Selectable<PaymentsTable>;

const all = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('payment.payments')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

/** Builds SQL that is true for payments of an invoice, or of a payment request with it. */
export const paysInvoice = (invoiceId: string) => sql<boolean>`payable_id = any(array(
  select ${invoiceId}::uuid
  union all
  select payment_request_id from payment.payment_request_invoices where invoice_id = ${invoiceId}::uuid))`;

export async function findPayment(transaction: TenantTransaction, id: string): Promise<PaymentRow | undefined> {
  return all(transaction).where('id', '=', id).executeTakeFirst();
}

/** Reads payments by their ids. */
export async function paymentsByIds(transaction: TenantTransaction, ids: string[]): Promise<PaymentRow[]> {
  if (ids.length === 0) return [];
  return all(transaction)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

const list = listForm<SortsOf<PaymentFilters>>({
  updated: 'created_at',
  keys: { created_at: instantKey('created_at'), amount_cents: integerKey('amount_cents') },
  order: newestFirst,
  searched: ['reference', 'provider_payment_id'],
  indexed: 'payment.payments',
  summed: { amount: 'amount_cents', currency: 'currency' },
});

/** Reads one page of payments, newest first (customers, section 11.4). @param customerIds null: of every customer */
export async function listPayments(
  transaction: TenantTransaction,
  filters: PaymentFilters,
  customerIds: string[] | null,
) {
  const searched = await searchedPayments(transaction, filters);
  const found = (changes: Partial<PaymentFilters> = {}) =>
    paymentsFound(transaction, { ...searched, ...changes }, customerIds);
  return readList(transaction, found(), list, filters, {
    payment_status: () => ({ query: found({ payment_status: undefined }), values: paymentStatuses }),
  });
}

/** Resolves the search term of a list by its index, for `paymentsFound`. */
export const searchedPayments = (transaction: TenantTransaction, filters: PaymentFilters) =>
  withCandidates(transaction, list, filters);

/** The query of payments that match a list's filters, unordered. */
export function paymentsFound(transaction: TenantTransaction, filters: PaymentFilters, customerIds: string[] | null) {
  let query = all(transaction);
  if (customerIds) query = query.where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`);
  if (filters.invoice_id !== undefined) query = query.where(paysInvoice(filters.invoice_id));
  if (filters.self_billed !== undefined)
    query = query.where(sql<boolean>`${paysSelfBilled(sql.ref('payable_id'))} = ${filters.self_billed}`);
  if (filters.currency !== undefined) query = query.where('currency', '=', filters.currency);
  if (filters.amount_from !== undefined) query = query.where('amount_cents', '>=', BigInt(filters.amount_from));
  if (filters.amount_to !== undefined) query = query.where('amount_cents', '<=', BigInt(filters.amount_to));
  if (filters.payment_status !== undefined) query = query.where('payment_status', '=', filters.payment_status);
  return narrowed(query, list, filters);
}

/** Inserts a payment once. @returns whether it is new */
export async function insertPayment(transaction: TenantTransaction, row: Insertable<PaymentsTable>): Promise<boolean> {
  const inserted = await tables(transaction)
    .insertInto('payment.payments')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Locks invoices until the transaction ends, so their payments begin one after another. Take the lock before reading.
 */
export const lockPayables = sharedStatement(
  async (transaction: TenantTransaction, payables: string[][]): Promise<void[]> => {
    const names = [...new Set(payables.flat())].sort().map((id) => `charge ${id.toLowerCase()}`);
    await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
      transaction,
    );
    return payables.map(() => undefined);
  },
);

/** Selects the invoices with a payment under way, of themselves or of a payment request with them. */
export async function invoicesBeingPaid(transaction: TenantTransaction, invoiceIds: string[]): Promise<Set<string>> {
  if (invoiceIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select invoice.id from unnest(${invoiceIds}::uuid[]) as invoice (id)
    where exists (
      select from payment.payments payment
      where payment.payment_status in ('pending', 'processing') and payment.payable_id in (
        select invoice.id union all
        select asked.payment_request_id from payment.payment_request_invoices asked where asked.invoice_id = invoice.id))
  `.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}

/** Locks a payment. */
export async function lockPayment(transaction: TenantTransaction, id: string): Promise<PaymentRow | undefined> {
  return all(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updatePayment(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<PaymentsTable>,
): Promise<void> {
  await tables(transaction).updateTable('payment.payments').set(changes).where('id', '=', id).execute();
}

/** Checks whether an invoice or a payment request has a payment, in whatever state. */
export async function hasPayment(transaction: TenantTransaction, payableId: string): Promise<boolean> {
  return (await all(transaction).where('payable_id', '=', payableId).limit(1).executeTakeFirst()) !== undefined;
}

/** Finds the payment of an invoice or a payment request that is under way at a provider. */
export async function paymentUnderWay(
  transaction: TenantTransaction,
  payableId: string,
): Promise<PaymentRow | undefined> {
  return all(transaction)
    .where('payable_id', '=', payableId)
    .where('type', '=', 'provider')
    .where('payment_status', 'in', ['pending', 'processing'])
    .executeTakeFirst();
}

/**
 * Records the first request of a payment, unless the payment was called off before.
 * @returns the instant of the first request, by the wall clock; undefined for a payment that was called off
 */
export async function markRequested(transaction: TenantTransaction, id: string): Promise<Date | undefined> {
  const marked = await tables(transaction)
    .updateTable('payment.payments')
    .set({ requested_at: sql<Date>`coalesce(requested_at, now())` })
    .where('id', '=', id)
    .where('cancel_requested_at', 'is', null)
    .returning('requested_at')
    .executeTakeFirst();
  return marked?.requested_at ?? undefined;
}

/** Calls off the payment of an invoice that is under way. @returns its id; undefined without one */
export async function callOff(
  transaction: TenantTransaction,
  invoiceId: string,
  at: Instant,
): Promise<string | undefined> {
  const called = await tables(transaction)
    .updateTable('payment.payments')
    .set({ cancel_requested_at: new Date(at) })
    .where('organization_id', '=', transaction.organizationId)
    .where('payable_id', '=', invoiceId)
    .where('type', '=', 'provider')
    .where('payment_status', 'in', ['pending', 'processing'])
    .returning('id')
    .executeTakeFirst();
  return called?.id;
}

/** Finds the payment with an id of its provider. */
export async function findByProviderId(
  transaction: TenantTransaction,
  connectionId: string,
  providerPaymentId: string,
): Promise<PaymentRow | undefined> {
  const rows = await all(transaction).where('provider_payment_id', '=', providerPaymentId).execute();
  return rows.find((row) => row.connection_id === null || row.connection_id === connectionId);
}

/** Whether a payment of a connection awaits its outcome. */
export async function hasPaymentsUnderWay(transaction: TenantTransaction, connectionId: string): Promise<boolean> {
  const payment = await all(transaction)
    .where('connection_id', '=', connectionId)
    .where('type', '=', 'provider')
    .where('payment_status', 'in', ['pending', 'processing'])
    .limit(1)
    .executeTakeFirst();
  return payment !== undefined;
}

/** Finds the last payment by a method, if its decline is final (`ProviderError.hard`). */
export async function lastFinalDecline(
  transaction: TenantTransaction,
  methodId: string,
): Promise<PaymentRow | undefined> {
  const last = await all(transaction)
    .where('payment_method_id', '=', methodId)
    .where('payment_status', 'in', ['succeeded', 'failed'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.payment_status === 'failed' && last.error?.hard === true ? last : undefined;
}

/** Finds the methods of the last payments of invoices, by invoice; without manual payments and bank transfers. */
export async function lastMethodsOf(
  transaction: TenantTransaction,
  invoiceIds: string[],
): Promise<Map<string, string>> {
  if (invoiceIds.length === 0) return new Map();
  const { rows } = await sql<{ payable_id: string; payment_method_id: string }>`
    select distinct on (payable_id) payable_id, payment_method_id from payment.payments
    where organization_id = ${transaction.organizationId} and payable_id = any(${invoiceIds}::uuid[])
      and payable_type = 'Invoice' and payment_method_id is not null
    order by payable_id, created_at desc, id desc
  `.execute(transaction);
  return new Map(rows.map((row) => [row.payable_id, row.payment_method_id]));
}

/** Finds the reason of the last failed payment of the same invoice or payment request before this one. */
export async function lastFailureBefore(
  transaction: TenantTransaction,
  { id, payable_id: payableId }: PaymentRow,
): Promise<ProviderError | null> {
  const last = await all(transaction)
    .where('payable_id', '=', payableId)
    .where('type', '=', 'provider')
    .where('payment_status', '=', 'failed')
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.error ?? null;
}
