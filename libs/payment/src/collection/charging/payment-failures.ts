import { readSoldCredits } from '@tollgate/invoicing/reader';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { readSalesByHand, readWalletOfTransaction } from '@tollgate/wallet/reader';
import { setRequestStatus } from '../../model/requests/payment-requests.repository.js';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import type { PaymentRow } from '../../model/payments/payments.repository.js';

/** A refused payment, or the reason for no attempt. */
interface Failure {
  customerId: string;
  invoiceId: string;
  paymentId?: string;
  errorCode?: string;
}

/**
 * Publishes that a payment of an invoice failed. A credit invoice also publishes the failure of its wallet transaction,
 * and only that one while the invoice is hidden (webhooks, section 4).
 */
export async function publishPaymentFailure(
  transaction: TenantTransaction,
  { customerId, invoiceId, paymentId, errorCode }: Failure,
  at: Instant,
): Promise<void> {
  const payment = paymentId === undefined ? {} : { payment_id: paymentId };
  const { walletTransactionId, shown } = await readSoldCredits(transaction, invoiceId);
  if (walletTransactionId !== null) {
    const failure = { customerId, walletTransactionId, ...(paymentId === undefined ? {} : { paymentId }) };
    await publishCreditsFailure(transaction, failure, at);
  }
  if (!shown) return;
  const failure = { invoice_id: invoiceId, ...payment, ...(errorCode === undefined ? {} : { error_code: errorCode }) };
  await transaction.append('invoice.payment_failure', customerId, failure, at);
}

/**
 * Publishes a decline that ends automatic top-ups by its method, even where the failure of an invoice has no message.
 */
export async function publishEndOfTopUps(
  transaction: TenantTransaction,
  { id, customer_id: customerId, payable_type: type, payable_id: payableId }: PaymentRow,
  error: ProviderError | null,
  at: Instant,
): Promise<void> {
  if (type !== 'Invoice' || error?.hard !== true) return;
  const { walletTransactionId } = await readSoldCredits(transaction, payableId);
  if (walletTransactionId === null) return;
  if ((await readSalesByHand(transaction, [walletTransactionId])).has(walletTransactionId)) return;
  await publishCreditsFailure(transaction, { customerId, walletTransactionId, paymentId: id }, at);
}

async function publishCreditsFailure(
  transaction: TenantTransaction,
  {
    customerId,
    walletTransactionId,
    paymentId,
  }: { customerId: string; walletTransactionId: string; paymentId?: string },
  at: Instant,
): Promise<void> {
  const payment = paymentId === undefined ? {} : { payment_id: paymentId };
  const walletId = await readWalletOfTransaction(transaction, walletTransactionId);
  const failure = { wallet_transaction_id: walletTransactionId, wallet_id: walletId, ...payment };
  await transaction.append('wallet_transaction.payment_failure', customerId, failure, at);
}

/**
 * Fails the payment request of a campaign without a charge: the method was declined for good, and a repeat would be of
 * no use. The failure names that decline, so the customer gets the mail about it.
 */
export async function refuseRequest(
  transaction: TenantTransaction,
  { requestId, customerId, decline }: { requestId: string; customerId: string; decline: PaymentRow },
  at: Instant,
): Promise<void> {
  await setRequestStatus(transaction, requestId, 'failed', at);
  const failure = { payment_request_id: requestId, payment_id: decline.id };
  await transaction.append('payment_request.payment_failure', customerId, failure, at);
}
