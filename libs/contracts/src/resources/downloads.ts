import { route } from '../http/route.js';
import { CreditNote } from './credit-notes.js';
import { Invoice } from './invoices.js';
import { PaymentReceipt } from './payment-receipts.js';

/**
 * The path of documents' files, below the public address: readable without an API key by anyone with a signed address.
 */
export const filePath = '/files/:organization_id/:id/:name';

/** The path of documents' pages, likewise; a page's address is valid as long as the document exists. */
export const pagePath = '/documents/:organization_id/:id';

/** A form on an invoice's page posts to it, and it redirects to the provider's payment page. */
export const payPath = `${pagePath}/pay`;

const invoices = { service: 'document', permission: 'invoice', method: 'POST', answer: { invoice: Invoice } } as const;
const creditNotes = {
  service: 'document',
  permission: 'credit_note',
  method: 'POST',
  answer: { credit_note: CreditNote },
} as const;

/** Files of issued documents (webhooks, section 8). */
export const downloadRoutes = {
  invoice: route({
    ...invoices,
    path: '/invoices/:svc_id/download',
    summary: 'Download an invoice PDF',
  }),
  invoicePdf: route({
    ...invoices,
    path: '/invoices/:svc_id/download_pdf',
    summary: 'Download an invoice PDF',
  }),
  creditNote: route({
    ...creditNotes,
    path: '/credit_notes/:svc_id/download',
    summary: 'Download a credit note PDF',
  }),
  creditNotePdf: route({
    ...creditNotes,
    path: '/credit_notes/:svc_id/download_pdf',
    summary: 'Download a credit note PDF',
  }),
  invoiceXml: route({
    ...invoices,
    path: '/invoices/:svc_id/download_xml',
    summary: 'Download the e-invoice of an invoice',
  }),
  creditNoteXml: route({
    ...creditNotes,
    path: '/credit_notes/:svc_id/download_xml',
    summary: 'Download the e-invoice of a credit note',
  }),
  /** The permission of invoices covers receipts (customers, section 1.1). */
  paymentReceipt: route({
    ...invoices,
    path: '/payment_receipts/:svc_id/download',
    summary: 'Download a payment receipt PDF',
    answer: { payment_receipt: PaymentReceipt },
  }),
};
