import type { RecordedPayment } from '@tollgate/contracts';
import { newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { readCustomerView } from '@tollgate/subscription/reader';
import { nextReceiptRank } from '../../model/payments/payment-receipts.repository.js';
import { insertPayment, lockPayment, updatePayment } from '../../model/payments/payments.repository.js';
import { enqueueReturn } from '../../model/payments/returns.repository.js';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import { tables } from '../../model/payment.tables.js';

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
  if (isNew) await issueReceipt(transaction, payment, now);
  else await completePayment(transaction, payment.payment_id, BigInt(payment.amount_cents), now);
}

/**
 * Completes a payment of a provider: it keeps what invoices took, and the rest is owed to the payer. Repeated, it changes
 * nothing.
 * @param takenCents above 0
 * @returns whether the payment was not complete before
 */
export async function completePayment(
  transaction: TenantTransaction,
  id: string,
  takenCents: bigint,
  now: Instant,
): Promise<boolean> {
  const payment = await lockPayment(transaction, id);
  if (!payment) return false;
  const restCents = payment.amount_cents - takenCents;
  if (restCents > 0n) await enqueueReturn(transaction, payment, restCents, now);
  if (payment.payment_status === 'succeeded' && restCents <= 0n) return false;
  await updatePayment(transaction, id, {
    amount_cents: takenCents,
    payment_status: 'succeeded',
    next_action: null,
    action_url: null,
    error: null,
  });
  if (payment.payment_status === 'succeeded') return false;
  await issueReceipt(transaction, { payment_id: id, customer_id: payment.customer_id }, now);
  if (payment.success_by_event)
    await transaction.append('payment.succeeded', payment.customer_id, { payment_id: id }, now);
  return true;
}

/** Ends a payment of a provider of which no invoice took anything: all of it is owed to the payer. */
export async function returnPayment(
  transaction: TenantTransaction,
  id: string,
  error: ProviderError,
  now: Instant,
): Promise<void> {
  const payment = await lockPayment(transaction, id);
  if (!payment || payment.payment_status === 'succeeded') return;
  await enqueueReturn(transaction, payment, payment.amount_cents, now);
  const ended = {
    payment_status: 'failed',
    next_action: null,
    action_url: null,
    error: JSON.stringify(error),
  } as const;
  await updatePayment(transaction, id, ended);
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
