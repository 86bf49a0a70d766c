import { readPaymentReceiptResource } from '@tollgate/payment/reader';
import { signedAddress } from '@tollgate/platform';
import { resource, withoutFile } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `payment_receipt` (webhooks, section 4). */
export const paymentReceiptPayloads: PayloadsOf<'payment_receipt'> = {
  'payment_receipt.created': resource('payment_receipt_id', withoutFile(readPaymentReceiptResource)),
  'payment_receipt.generated': {
    idOf: ({ payment_receipt_id: id }) => id,
    load: async (transaction, { payment_receipt_id: id, file }) => ({
      ...(await readPaymentReceiptResource(transaction, id)),
      file_url: signedAddress(file, Date.now()),
    }),
  },
};
