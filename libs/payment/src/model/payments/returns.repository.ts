import { sql, type Selectable } from 'kysely';
import { newId, recordAllInFlight, type Instant, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { tables } from '../payment.tables.js';
import type { ProviderError, ReturnsTable } from './payments.tables.js';
import type { PaymentRow } from './payments.repository.js';

export type ReturnRow = Selectable<ReturnsTable>;
const mostReconciled = 500;

const all = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('payment.returns')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

/** The name of the work that a test clock awaits before the queue has the job of a return. */
export const workOfReturn = (id: string): string => `return ${id}`;

/**
 * Stores what no invoice needs of a payment, once; a job gives it back. Its id and its first key are those of the
 * payment. @param at Unix ms
 */
export async function enqueueReturn(
  transaction: TenantTransaction,
  { id, customer_id: customerId }: Pick<PaymentRow, 'id' | 'customer_id'>,
  amountCents: bigint,
  at: Instant,
): Promise<void> {
  await insertReturn(transaction, {
    id,
    organization_id: transaction.organizationId,
    customer_id: customerId,
    payment_id: id,
    origin: 'not_due',
    amount_cents: amountCents,
    request_key: id,
    provider_refund_id: null,
    created_at: new Date(at),
  });
  await recordAllInFlight(transaction, [workOfReturn(id)]);
}

/** Stores a return whose outcome is unknown yet, once for its id. */
export async function insertReturn(
  transaction: TenantTransaction,
  row: Omit<ReturnRow, 'status' | 'requested_at' | 'error'>,
): Promise<void> {
  await tables(transaction)
    .insertInto('payment.returns')
    .values({ ...row, status: 'pending', requested_at: null, error: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findReturn(transaction: TenantTransaction, id: string): Promise<ReturnRow | undefined> {
  return all(transaction).where('id', '=', id).executeTakeFirst();
}

/** Locks a return. */
export async function lockReturn(transaction: TenantTransaction, id: string): Promise<ReturnRow | undefined> {
  return all(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Finds the return that an event names: by the provider's id, else by the key of its request. */
export async function findReportedReturn(
  transaction: TenantTransaction,
  providerRefundId: string,
  key: string | null,
): Promise<ReturnRow | undefined> {
  const known = await all(transaction).where('provider_refund_id', '=', providerRefundId).executeTakeFirst();
  if (known || key === null) return known;
  return all(transaction).where('request_key', '=', key).executeTakeFirst();
}

/** Records the first request of a return. @returns its instant, by the wall clock */
export async function markReturnRequested(transaction: TenantTransaction, id: string): Promise<Date> {
  const { requested_at: requestedAt } = await tables(transaction)
    .updateTable('payment.returns')
    .set({ requested_at: sql<Date>`coalesce(requested_at, now())` })
    .where('id', '=', id)
    .returning('requested_at')
    .executeTakeFirstOrThrow();
  return requestedAt as Date;
}

/** Stores the state of a return at its provider. */
export async function updateReturn(
  transaction: TenantTransaction,
  id: string,
  {
    status,
    providerRefundId,
    error,
  }: Pick<ReturnRow, 'status'> & { providerRefundId: string | null; error: ProviderError | null },
): Promise<void> {
  await tables(transaction)
    .updateTable('payment.returns')
    .set({
      status,
      error: error && JSON.stringify(error),
      ...(providerRefundId === null ? {} : { provider_refund_id: providerRefundId }),
    })
    .where('id', '=', id)
    .execute();
}

/** Begins a failed return again, under another key: its provider repeats the failure under the former one. */
export async function renewReturn(transaction: TenantTransaction, id: string): Promise<void> {
  await tables(transaction)
    .updateTable('payment.returns')
    .set({ status: 'pending', request_key: newId(), requested_at: null, provider_refund_id: null, error: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .execute();
}

/** Reads the returns of all organizations that no provider has answered, without those of parked jobs. */
export async function waitingReturns(transaction: Transaction): Promise<{ organization_id: string; id: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select organization_id, id from payment.returns waiting
    where status = 'pending' and provider_refund_id is null and origin = 'not_due' and not exists (
      select from platform.parked
      where service = 'payment' and kind = 'job' and key = 'payment-return/' || waiting.id)
    order by id limit ${mostReconciled}
  `.execute(transaction);
  return rows;
}
