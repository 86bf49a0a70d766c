import type { MessagePayload } from '@tollgate/contracts';
import { readPaymentRefusal, readPaymentRequestResource } from '@tollgate/payment/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { resource } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

async function readRequestFailure(
  transaction: TenantTransaction,
  { payment_request_id: id, payment_id: paymentId }: MessagePayload<'payment_request.payment_failure'>,
): Promise<object> {
  const { svc_id, customer, invoices } = await readPaymentRequestResource(transaction, id);
  return {
    svc_payment_request_id: svc_id,
    svc_invoice_ids: invoices.map((invoice) => invoice.svc_id),
    svc_customer_id: customer.svc_id,
    external_customer_id: customer.external_id,
    ...(await readPaymentRefusal(transaction, paymentId)),
  };
}

/** Payloads of webhooks about `payment_request` (webhooks, section 4). */
export const paymentRequestPayloads: PayloadsOf<'payment_request'> = {
  'payment_request.payment_failure': { idOf: ({ payment_request_id: id }) => id, load: readRequestFailure },
  'payment_request.payment_status_updated': resource('payment_request_id', readPaymentRequestResource),
  'payment_request.created': resource('payment_request_id', readPaymentRequestResource),
};
