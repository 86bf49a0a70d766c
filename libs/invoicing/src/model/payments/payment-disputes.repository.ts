import type { Insertable, Selectable } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';
import type { PaymentDisputesTable } from './payment-disputes.tables.js';

export type PaymentDisputeRow = Selectable<PaymentDisputesTable>;

const all = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('invoicing.payment_disputes')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

/** Finds the last report about a payment. */
export async function findDispute(
  transaction: TenantTransaction,
  paymentId: string,
): Promise<PaymentDisputeRow | undefined> {
  return all(transaction).where('payment_id', '=', paymentId).executeTakeFirst();
}

/** Stores the last report about a payment. */
export async function storeDispute(
  transaction: TenantTransaction,
  dispute: Insertable<PaymentDisputesTable>,
): Promise<void> {
  const { status, at } = dispute;
  await tables(transaction)
    .insertInto('invoicing.payment_disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.column('payment_id').doUpdateSet({ status, at }))
    .execute();
}

/** Whether the money of any payment of an invoice is lost. */
export async function hasLostPayment(transaction: TenantTransaction, invoiceId: string): Promise<boolean> {
  const lost = await all(transaction)
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'lost')
    .limit(1)
    .executeTakeFirst();
  return lost !== undefined;
}
