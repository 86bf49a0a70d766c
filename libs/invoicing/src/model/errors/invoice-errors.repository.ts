import { sql } from 'kysely';
import { einvoicingDetails, einvoicingErrorCode, type ErrorDetail } from '@tollgate/contracts';
import { groupBy, newId, type TenantTransaction, type Instant, type Transaction } from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';
import { accountingErrorCode } from './accounting-errors.repository.js';
import type { Failure } from './failure.rules.js';

/** Records why an invoice failed, and replaces an earlier reason; null clears it. */
export async function recordInvoiceError(
  transaction: TenantTransaction,
  invoice: { id: string; organization_id: string },
  failure: Failure | null,
  now: Instant,
): Promise<void> {
  await tables(transaction).deleteFrom('invoicing.invoice_errors').where('invoice_id', '=', invoice.id).execute();
  if (!failure) return;
  await addInvoiceError(transaction, invoice.id, failure, now);
}

/** Records an error of an invoice beside its other ones. */
export async function addInvoiceError(
  transaction: TenantTransaction,
  invoiceId: string,
  { code, message, details }: Pick<Failure, 'code' | 'message' | 'details'>,
  now: Instant,
): Promise<void> {
  await tables(transaction)
    .insertInto('invoicing.invoice_errors')
    .values({
      id: newId(),
      organization_id: transaction.organizationId,
      invoice_id: invoiceId,
      error_code: code,
      details: JSON.stringify(details ?? { [code]: message }),
      created_at: new Date(now),
    })
    .execute();
}

/** Records why an issued invoice has no e-invoice. */
export async function recordEinvoicingError(
  transaction: TenantTransaction,
  invoiceId: string,
  faults: readonly string[],
  now: Instant,
): Promise<void> {
  await tables(transaction)
    .insertInto('invoicing.invoice_errors')
    .values({
      id: newId(),
      organization_id: transaction.organizationId,
      invoice_id: invoiceId,
      error_code: einvoicingErrorCode,
      details: JSON.stringify(einvoicingDetails(faults)),
      created_at: new Date(now),
    })
    .execute();
}

/** The errors of invoices, by their ids, as answers show them. */
export async function errorsOfInvoices(
  transaction: TenantTransaction,
  invoiceIds: string[],
): Promise<Map<string, ErrorDetail[]>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('invoicing.invoice_errors')
    .selectAll()
    .where('invoice_id', 'in', invoiceIds)
    .orderBy('id')
    .execute();
  const errors = groupBy(rows, (row) => row.invoice_id);
  return new Map(
    [...errors].map(([invoiceId, invoiceErrors]) => [
      invoiceId,
      invoiceErrors.map(({ id, error_code, details }) => ({ svc_id: id, error_code, details })),
    ]),
  );
}

/** Counts the failed invoices of all organizations by reason. Errors of e-invoices and accounting are about final ones. */
export async function countFailed(transaction: Transaction): Promise<{ reason: string; failed: number }[]> {
  const { rows } = await sql<{ reason: string; failed: number }>`
    select error_code as reason, count(*)::int as failed from invoicing.invoice_errors
    where error_code not in (${einvoicingErrorCode}, ${accountingErrorCode}) group by error_code
  `.execute(transaction);
  return rows;
}
