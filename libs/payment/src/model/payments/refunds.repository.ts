import { sql, type Insertable, type Selectable } from 'kysely';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../payment.tables.js';
import type { RefundsTable } from './payments.tables.js';
import type { PaymentRow } from './payments.repository.js';
import { paysInvoice } from './payments.repository.js';

export type RefundRow = Selectable<RefundsTable>;
const mostReconciled = 500;

/** Inserts a refund once for a credit note. @returns whether it is new */
export async function insertRefund(transaction: TenantTransaction, row: Insertable<RefundsTable>): Promise<boolean> {
  const inserted = await tables(transaction)
    .insertInto('payment.refunds')
    .values(row)
    .onConflict((conflict) => conflict.column('credit_note_id').doNothing())
    .returning('credit_note_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Finds a refund whose outcome is unknown. */
export async function findPendingRefund(
  transaction: TenantTransaction,
  creditNoteId: string,
): Promise<RefundRow | undefined> {
  return tables(transaction)
    .selectFrom('payment.refunds')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('credit_note_id', '=', creditNoteId)
    .where('status', '=', 'pending')
    .executeTakeFirst();
}

/** Finds the refund of a credit note. */
export async function findRefund(transaction: TenantTransaction, creditNoteId: string): Promise<RefundRow | undefined> {
  return tables(transaction)
    .selectFrom('payment.refunds')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('credit_note_id', '=', creditNoteId)
    .executeTakeFirst();
}

/** Finds a refund by its id at the provider. */
export async function findRefundByProviderId(
  transaction: TenantTransaction,
  providerRefundId: string,
): Promise<RefundRow | undefined> {
  return tables(transaction)
    .selectFrom('payment.refunds')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('provider_refund_id', '=', providerRefundId)
    .executeTakeFirst();
}

/** Records the first request of a refund. @returns its instant, by the wall clock */
export async function markRefundRequested(transaction: TenantTransaction, creditNoteId: string): Promise<Date> {
  const { requested_at: requestedAt } = await tables(transaction)
    .updateTable('payment.refunds')
    .set({ requested_at: sql<Date>`coalesce(requested_at, now())` })
    .where('credit_note_id', '=', creditNoteId)
    .returning('requested_at')
    .executeTakeFirstOrThrow();
  return requestedAt as Date;
}

/** Stores the provider's id of a refund whose outcome comes later; the service requests it no more. */
export async function awaitRefund(
  transaction: TenantTransaction,
  creditNoteId: string,
  providerRefundId: string,
): Promise<void> {
  await tables(transaction)
    .updateTable('payment.refunds')
    .set({ provider_refund_id: providerRefundId })
    .where('credit_note_id', '=', creditNoteId)
    .where('status', '=', 'pending')
    .execute();
}

/** Locks the refund of a credit note. */
export async function lockRefund(transaction: TenantTransaction, creditNoteId: string): Promise<RefundRow | undefined> {
  return tables(transaction)
    .selectFrom('payment.refunds')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('credit_note_id', '=', creditNoteId)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores the end of a refund. */
export async function endRefund(
  transaction: TenantTransaction,
  creditNoteId: string,
  end: { status: 'succeeded' | 'failed'; error: string | null; provider_refund_id?: string },
): Promise<void> {
  await tables(transaction)
    .updateTable('payment.refunds')
    .set(end)
    .where('credit_note_id', '=', creditNoteId)
    .execute();
}

/** Finds the last succeeded payment of an invoice, or of a payment request with it. */
export async function lastPaymentOf(
  transaction: TenantTransaction,
  invoiceId: string,
): Promise<PaymentRow | undefined> {
  return tables(transaction)
    .selectFrom('payment.payments')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where(paysInvoice(invoiceId))
    .where('payment_status', '=', 'succeeded')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Reads the refunds of all organizations that no provider has answered, without parked ones. */
export async function waitingRefunds(
  transaction: Transaction,
): Promise<{ organization_id: string; credit_note_id: string }[]> {
  const { rows } = await sql<{ organization_id: string; credit_note_id: string }>`
    select organization_id, credit_note_id from payment.refunds refund
    where status = 'pending' and provider_refund_id is null and not exists (
      select from platform.parked
      where service = 'payment' and kind = 'job' and key = 'payment-refund/' || refund.credit_note_id)
    order by credit_note_id limit ${mostReconciled}
  `.execute(transaction);
  return rows;
}
