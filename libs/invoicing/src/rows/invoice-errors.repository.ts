import type { ErrorDetail } from '@tollgate/contracts';
import { newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { tables } from '../tables/invoicing.tables.js';
import type { Failure } from './failure.rules.js';

/** Records why an invoice failed, in place of what was recorded before; null when nothing is wrong any more. */
export async function recordInvoiceError(
  transaction: TenantTransaction,
  invoice: { id: string; organization_id: string },
  failure: Failure | null,
  now: Instant,
): Promise<void> {
  await tables(transaction).deleteFrom('invoicing.invoice_errors').where('invoice_id', '=', invoice.id).execute();
  if (!failure) return;
  await tables(transaction)
    .insertInto('invoicing.invoice_errors')
    .values({
      id: newId(),
      organization_id: invoice.organization_id,
      invoice_id: invoice.id,
      error_code: failure.code,
      details: JSON.stringify({ [failure.code]: failure.message }),
      created_at: new Date(now),
    })
    .execute();
}

/** What is wrong with an invoice, as its answer shows it. */
export async function errorsOfInvoice(transaction: TenantTransaction, invoiceId: string): Promise<ErrorDetail[]> {
  const rows = await tables(transaction)
    .selectFrom('invoicing.invoice_errors')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, error_code, details }) => ({ svc_id: id, error_code, details }));
}
