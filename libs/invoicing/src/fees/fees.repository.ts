import type { Selectable } from 'kysely';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { InvoicingTables } from '../invoicing.tables.js';
import type { FeesTable, FeeTaxesTable } from './fees.tables.js';

export type FeeRow = Selectable<FeesTable>;
export type FeeTaxRow = Selectable<FeeTaxesTable>;

const tables = (transaction: Transaction) => tablesOf<InvoicingTables>(transaction);

/** The fees of invoices, in their order. */
export async function feesOfInvoices(transaction: Transaction, invoiceIds: string[]): Promise<FeeRow[]> {
  if (invoiceIds.length === 0) return [];
  return tables(transaction).selectFrom('invoicing.fees').selectAll().where('invoice_id', 'in', invoiceIds).orderBy('position').execute();
}

export async function findFee(transaction: Transaction, organizationId: string, id: string): Promise<FeeRow | undefined> {
  return tables(transaction).selectFrom('invoicing.fees').selectAll().where('organization_id', '=', organizationId).where('id', '=', id).executeTakeFirst();
}

export async function taxesOfFee(transaction: Transaction, feeId: string): Promise<FeeTaxRow[]> {
  return tables(transaction).selectFrom('invoicing.fee_taxes').selectAll().where('fee_id', '=', feeId).orderBy('id').execute();
}
