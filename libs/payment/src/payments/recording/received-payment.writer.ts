import type { RecordedPayment } from '@tollgate/contracts';
import { newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { readCustomerView } from '@tollgate/subscription/reader';
import { nextReceiptRank } from '../../model/repositories/payment-receipts.repository.js';
import { insertPayment } from '../../model/repositories/payments.repository.js';
import { tables } from '../../model/tables/payment.tables.js';

/** The minimum number of digits of a receipt's rank. */
const rankDigits = 6;

/**
 * Stores a payment that an invoice accepted, with its receipt, once for repeated calls and messages.
 * @param now Unix ms, when the invoice accepted it
 */
export async function storePayment(
  transaction: TenantTransaction,
  payment: RecordedPayment,
  now: Instant,
): Promise<void> {
  const isNew = await insertPayment(transaction, {
    id: payment.payment_id,
    organization_id: transaction.organizationId,
    customer_id: payment.customer_id,
    payable_type: 'Invoice',
    payable_id: payment.invoice_id,
    amount_cents: BigInt(payment.amount_cents),
    currency: payment.currency,
    payment_status: 'succeeded',
    type: payment.by_provider ? 'provider' : 'manual',
    reference: payment.by_provider ? null : payment.reference,
    created_at: new Date(payment.paid_at),
  });
  if (isNew || (await succeed(transaction, payment.payment_id))) await issueReceipt(transaction, payment, now);
}

/** Marks a provider payment as succeeded. @returns whether it was not before */
export async function succeed(transaction: TenantTransaction, id: string): Promise<boolean> {
  const changed = await tables(transaction)
    .updateTable('payment.payments')
    .set({ payment_status: 'succeeded', next_action: null, action_url: null, error: null })
    .where('id', '=', id)
    .where('payment_status', '<>', 'succeeded')
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Issues a receipt. A partner is the issuer of its invoices, and gets no receipts (webhooks, section 17). */
export async function issueReceipt(
  transaction: TenantTransaction,
  { payment_id, customer_id: customerId }: Pick<RecordedPayment, 'payment_id' | 'customer_id'>,
  now: Instant,
): Promise<void> {
  const { accountType, slug } = await readCustomerView(transaction, customerId);
  if (accountType === 'partner') return;
  const rank = await nextReceiptRank(transaction, customerId);
  const id = newId();
  await tables(transaction)
    .insertInto('payment.payment_receipts')
    .values({
      id,
      organization_id: transaction.organizationId,
      payment_id,
      number: `${slug}-RCPT-${String(rank).padStart(rankDigits, '0')}`,
      created_at: new Date(now),
    })
    .execute();
  await transaction.append('payment_receipt.created', customerId, { payment_receipt_id: id }, now);
}
