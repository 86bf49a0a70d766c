import type { FileAddress, Instant, TenantTransaction } from '@tollgate/platform';
import type { DocumentKind } from '../tables/document.tables.js';

/** The content of the messages about a new document. */
export interface NewDocument {
  kind: DocumentKind;
  subjectId: string;
  customerId: string;
  file: FileAddress;
  /** Of its e-invoice. */
  xml: FileAddress | null;
  /** Why an e-invoice could not be made. */
  faults: string[];
}

/** Publishes the files of a new document, and why an e-invoice is missing (webhooks, sections 8 and 9). */
export async function publishDocument(
  transaction: TenantTransaction,
  { kind, subjectId: id, customerId, file, xml, faults }: NewDocument,
  now: Instant,
): Promise<void> {
  const files = { file, ...(xml ? { xml } : {}) };
  if (kind === 'invoice') {
    await transaction.append('invoice.generated', customerId, { invoice_id: id, ...files }, now);
    if (faults.length > 0)
      await transaction.append('invoice.einvoicing_error', customerId, { invoice_id: id, faults }, now);
  } else if (kind === 'credit_note') {
    await transaction.append('credit_note.generated', customerId, { credit_note_id: id, ...files }, now);
    if (faults.length > 0)
      await transaction.append('credit_note.einvoicing_error', customerId, { credit_note_id: id, faults }, now);
  } else await transaction.append('payment_receipt.generated', customerId, { payment_receipt_id: id, file }, now);
}
