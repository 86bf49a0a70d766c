import type { MessagePayload } from '@tollgate/contracts';
import { readPaymentRefusal } from '@tollgate/payment/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { readTransactionWebhookResource } from '@tollgate/wallet/reader';
import { noProvider, resource } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Reads why the payment of credits failed. */
async function readCreditsFailure(
  transaction: TenantTransaction,
  {
    wallet_transaction_id: id,
    payment_id: paymentId,
    provider_error: lostBy,
  }: MessagePayload<'wallet_transaction.payment_failure'>,
): Promise<object> {
  const { wallet } = await readTransactionWebhookResource(transaction, id);
  return {
    svc_wallet_transaction_id: id,
    svc_customer_id: wallet.svc_customer_id,
    external_customer_id: wallet.external_customer_id,
    ...(paymentId === undefined ? noProvider : await readPaymentRefusal(transaction, paymentId)),
    ...(lostBy === undefined ? {} : { provider_error: lostBy }),
  };
}

/** Payloads of webhooks about `wallet_transaction` (webhooks, section 4). */
export const walletTransactionPayloads: PayloadsOf<'wallet_transaction'> = {
  'wallet_transaction.created': resource('wallet_transaction_id', readTransactionWebhookResource),
  'wallet_transaction.updated': resource('wallet_transaction_id', readTransactionWebhookResource),
  'wallet_transaction.payment_failure': { idOf: ({ wallet_transaction_id: id }) => id, load: readCreditsFailure },
};
