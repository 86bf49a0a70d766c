import type { RecordedPayment } from '@tollgate/contracts';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';
import { enqueuePaymentSyncs } from '../accounting/enqueue-accounting-syncs.js';

/**
 * Records a payment on an invoice that the caller locks, and publishes it. The payment service owns the details of the
 * payment and its receipt.
 * @param publish false for a part of a payment request, whose payment is known already
 * @param now Unix ms
 */
export async function recordPayment(
  transaction: TenantTransaction,
  payment: RecordedPayment,
  { publish, now }: { publish: boolean; now: Instant },
): Promise<void> {
  await tables(transaction)
    .insertInto('invoicing.payments')
    .values({
      id: payment.payment_id,
      organization_id: transaction.organizationId,
      customer_id: payment.customer_id,
      invoice_id: payment.invoice_id,
      amount_cents: BigInt(payment.amount_cents),
      currency: payment.currency,
      payment_status: 'succeeded',
      type: payment.by_provider ? 'provider' : 'manual',
      reference: payment.by_provider ? null : payment.reference,
      created_at: new Date(payment.paid_at),
    })
    .execute();
  await enqueuePaymentSyncs(transaction, [payment.invoice_id], now);
  if (publish) await transaction.append('payment.recorded', payment.customer_id, payment, now);
}

/** A recorded payment, as published; undefined without one. */
export async function findRecordedPayment(
  transaction: TenantTransaction,
  id: string,
): Promise<RecordedPayment | undefined> {
  const row = await tables(transaction)
    .selectFrom('invoicing.payments')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      payment_id: row.id,
      invoice_id: row.invoice_id,
      customer_id: row.customer_id,
      amount_cents: Number(row.amount_cents),
      currency: row.currency,
      reference: row.reference ?? '',
      ...(row.type === 'provider' ? { by_provider: true } : {}),
      paid_at: row.created_at.toISOString(),
    }
  );
}
