import { body } from '../../http/body.js';
import { bounds } from '../../http/bounds.js';
import { recordList, withElements } from '../../http/fields.js';
import { described } from '../../http/texts.js';
import { creditNoteChangeRoutes } from '../credit-note-changes.js';
import { creditNotesKind, invoicesKind } from '../exported/invoice-kinds.js';
import { InvoiceMetadataInput, invoiceChangeRoutes, invoicePaymentRoutes } from '../invoice-changes.js';
import { invoiceRoutes } from '../invoices.js';
import { resendRoutes } from '../resends.js';
import { bulkActKind, noArguments } from './bulk-act-kind.js';

const ofInvoices = { service: 'invoicing', records: invoicesKind, arguments: noArguments } as const;

export const finalizeInvoices = bulkActKind({
  ...ofInvoices,
  name: 'invoices.finalize',
  text: 'Finalizes a draft; a final invoice is skipped',
  call: invoiceRoutes.finalize,
});

export const refreshInvoices = bulkActKind({
  ...ofInvoices,
  name: 'invoices.refresh',
  text: 'Computes a draft again; a final invoice is skipped',
  call: invoiceRoutes.refresh,
});

export const voidInvoices = bulkActKind({
  ...ofInvoices,
  name: 'invoices.void',
  text: 'Voids a final invoice without a credit note; a voided one is skipped',
  call: invoiceChangeRoutes.void,
});

export const addInvoiceMetadata = bulkActKind({
  ...ofInvoices,
  name: 'invoices.add_metadata',
  text: 'Adds metadata to an invoice that is not a draft; an entry of the same key gets the new value',
  call: invoiceChangeRoutes.update,
  arguments: body(
    {
      metadata: described(
        withElements(recordList({ most: bounds.metadata, fault: 'invalid_count' }), InvoiceMetadataInput),
        'Entries to add',
      ),
    },
    ({ metadata }, add) => {
      if (!metadata || metadata.length === 0) add('metadata', 'value_is_mandatory');
    },
  ),
});

export const retryInvoicePayments = bulkActKind({
  ...ofInvoices,
  service: 'payment',
  name: 'invoices.retry_payment',
  text: 'Retries the payment of an invoice by the provider; a paid one is skipped',
  call: invoicePaymentRoutes.retryPayment,
});

export const sendInvoices = bulkActKind({
  ...ofInvoices,
  service: 'document',
  name: 'invoices.send',
  text: 'Sends a final invoice by e-mail again, to the addresses of its customer',
  call: resendRoutes.invoice,
});

export const voidCreditNotes = bulkActKind({
  ...ofInvoices,
  records: creditNotesKind,
  name: 'credit_notes.void',
  text: 'Voids the rest of the credit of a credit note; a voided one is skipped',
  call: creditNoteChangeRoutes.void,
});
