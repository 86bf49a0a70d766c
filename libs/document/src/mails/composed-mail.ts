import type { MailPage, OutgoingMail } from '@tollgate/platform';
import type { DocumentRow } from '../issued-documents/documents.repository.js';

/** A file that a mail carries. */
export type Attachment = NonNullable<OutgoingMail['attachments']>[number];

/** A composed mail and its attached documents. */
export interface ComposedMail {
  page: MailPage;
  issuerEmail: string | null;
  /** The invoices that it is about. */
  invoiceIds: string[];
  attached: DocumentRow[];
  /** The e-invoice of its document, as a file of its own. */
  eInvoice: Attachment | null;
}
