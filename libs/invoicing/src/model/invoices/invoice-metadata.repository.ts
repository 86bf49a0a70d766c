import { sql, type Selectable } from 'kysely';
import { insertRows, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../invoicing.tables.js';
import type { InvoiceMetadataTable } from './invoices.tables.js';

export type InvoiceMetadataRow = Selectable<InvoiceMetadataTable>;

/** The metadata of invoices, in the order of the lists in requests. */
export async function metadataOfInvoices(transaction: TenantTransaction, ids: string[]): Promise<InvoiceMetadataRow[]> {
  if (ids.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.invoice_metadata')
    .selectAll()
    .where(sql<boolean>`invoice_id = any(${ids}::uuid[])`)
    .orderBy('position')
    .execute();
}

/** Replaces the metadata of an invoice that the caller locks. */
export async function replaceMetadataOf(
  transaction: TenantTransaction,
  invoiceId: string,
  rows: InvoiceMetadataRow[],
): Promise<void> {
  await tables(transaction).deleteFrom('invoicing.invoice_metadata').where('invoice_id', '=', invoiceId).execute();
  await insertRows(transaction, 'invoicing.invoice_metadata', rows);
}
