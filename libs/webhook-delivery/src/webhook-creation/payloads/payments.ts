import type { MessagePayload } from '@tollgate/contracts';
import { readPaymentResource, readSucceededPayment } from '@tollgate/payment/reader';
import { resource, type PayloadSource } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Takes the payment, and the part of it that went back, or was to go back, without a credit note. */
const returnedPayment: PayloadSource<MessagePayload<'payment.refunded'>> = {
  idOf: ({ payment_id }) => payment_id,
  load: async (transaction, { payment_id: id, refund }) => ({
    ...(await readPaymentResource(transaction, id)),
    refund,
  }),
};

/** Payloads of webhooks about `payment` (webhooks, section 4). */
export const paymentPayloads: PayloadsOf<'payment'> = {
  'payment.requires_action': resource('payment_id', readPaymentResource),
  'payment.succeeded': resource('payment_id', readSucceededPayment),
  'payment.refunded': returnedPayment,
  'payment.refund_failure': returnedPayment,
};
