import { readCreditNoteWebhookResource } from '@tollgate/invoicing/reader';
import { readPaymentRefusal } from '@tollgate/payment/reader';
import { signedAddress } from '@tollgate/platform';
import { faultyEInvoice, resource, withoutFile } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `credit_note` (webhooks, section 4). */
export const creditNotePayloads: PayloadsOf<'credit_note'> = {
  'credit_note.generated': {
    idOf: ({ credit_note_id: id }) => id,
    load: async (transaction, { credit_note_id: id, file, xml }) => {
      const { items: _, applied_taxes: _taxes, ...note } = await readCreditNoteWebhookResource(transaction, id);
      const xmlUrl = xml ? signedAddress(xml, Date.now()) : null;
      return { ...note, file_url: signedAddress(file, Date.now()), xml_url: xmlUrl };
    },
  },
  'credit_note.einvoicing_error': {
    idOf: ({ credit_note_id: id }) => id,
    load: async (transaction, { credit_note_id: id, faults }) => {
      const { customer } = await readCreditNoteWebhookResource(transaction, id);
      return { svc_credit_note_id: id, ...faultyEInvoice(customer, faults) };
    },
  },
  'credit_note.refund_failure': {
    idOf: ({ credit_note_id: id }) => id,
    load: async (transaction, { credit_note_id: id, payment_id: paymentId, provider_error }) => {
      const { customer } = await readCreditNoteWebhookResource(transaction, id);
      return {
        svc_credit_note_id: id,
        svc_customer_id: customer.svc_id,
        external_customer_id: customer.external_id,
        ...(await readPaymentRefusal(transaction, paymentId)),
        provider_error,
      };
    },
  },
  'credit_note.created': resource('credit_note_id', withoutFile(readCreditNoteWebhookResource)),
};
