import { sql } from 'kysely';
import type { AccountingDocumentType, ErrorDetail } from '@tollgate/contracts';
import { newId, type Instant, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';

/** The code of errors by which accounting systems refuse documents (webhooks, section 20). */
export const accountingErrorCode = 'accounting_error';

/** Why an accounting system refuses a document. */
interface AccountingRefusal {
  code: string;
  message: string;
}

const detailsOf = (type: AccountingDocumentType, { code, message }: AccountingRefusal): Record<string, string> => ({
  document_type: type,
  accounting_error: code,
  ...(message && message !== code ? { accounting_error_message: message } : {}),
});

/** Records why a system refuses an invoice, its void or a payment, in place of an earlier reason; null clears it. */
export async function setInvoiceAccountingError(
  transaction: TenantTransaction,
  { invoiceId, type }: { invoiceId: string; type: AccountingDocumentType },
  refusal: AccountingRefusal | null,
  now: Instant,
): Promise<void> {
  await tables(transaction)
    .deleteFrom('invoicing.invoice_errors')
    .where('invoice_id', '=', invoiceId)
    .where('error_code', '=', accountingErrorCode)
    .where(sql<boolean>`details ->> 'document_type' = ${type}`)
    .execute();
  if (!refusal) return;
  await tables(transaction)
    .insertInto('invoicing.invoice_errors')
    .values({
      id: newId(),
      organization_id: transaction.organizationId,
      invoice_id: invoiceId,
      error_code: accountingErrorCode,
      details: JSON.stringify(detailsOf(type, refusal)),
      created_at: new Date(now),
    })
    .execute();
}

/** The same for a credit note and its uses. */
export async function setNoteAccountingError(
  transaction: TenantTransaction,
  { noteId, type }: { noteId: string; type: AccountingDocumentType },
  refusal: AccountingRefusal | null,
): Promise<void> {
  const note = await tables(transaction)
    .selectFrom('invoicing.credit_notes')
    .select('error_details')
    .where('id', '=', noteId)
    .forUpdate()
    .executeTakeFirst();
  if (!note) return;
  const isSame = ({ error_code: code, details }: ErrorDetail) =>
    code === accountingErrorCode && details['document_type'] === type;
  const others = note.error_details.filter((error) => !isSame(error));
  if (!refusal && others.length === note.error_details.length) return;
  const error = refusal && { svc_id: newId(), error_code: accountingErrorCode, details: detailsOf(type, refusal) };
  await tables(transaction)
    .updateTable('invoicing.credit_notes')
    .set({ error_details: JSON.stringify(error ? [...others, error] : others) })
    .where('id', '=', noteId)
    .execute();
}
