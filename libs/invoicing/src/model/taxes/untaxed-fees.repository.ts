import { sql, type Selectable } from 'kysely';
import { followsWallClock } from '@tollgate/identity/reader';
import { insertRows, type TenantTransaction, type Transaction } from '@tollgate/platform';
import type { UntaxedFeesTable } from '../fees/fees.tables.js';
import { tables } from '../invoicing.tables.js';

export type UntaxedFeeRow = Selectable<UntaxedFeesTable>;

/** Stores the taxation of fees until the taxes of their customer are known (invoices, section 4.5). */
export const insertUntaxedFees = (transaction: TenantTransaction, fees: UntaxedFeeRow[]): Promise<void> =>
  insertRows(transaction, 'invoicing.untaxed_fees', fees);

/** Reads and deletes the taxation of an invoice's fees, by fee. */
export async function takeUntaxedFees(
  transaction: TenantTransaction,
  invoiceId: string,
): Promise<Map<string, UntaxedFeeRow>> {
  const rows = await tables(transaction)
    .deleteFrom('invoicing.untaxed_fees')
    .where(
      'fee_id',
      'in',
      tables(transaction).selectFrom('invoicing.fees').select('id').where('invoice_id', '=', invoiceId),
    )
    .returningAll()
    .execute();
  return new Map(rows.map((row) => [row.fee_id, row]));
}

/** Whether the fees of an invoice are written without their taxes. */
export async function isUntaxed(transaction: TenantTransaction, invoiceId: string): Promise<boolean> {
  const feesOfInvoice = tables(transaction)
    .selectFrom('invoicing.fees')
    .select('id')
    .where('invoice_id', '=', invoiceId);
  const row = await tables(transaction)
    .selectFrom('invoicing.untaxed_fees')
    .select('fee_id')
    .where('fee_id', 'in', feesOfInvoice)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The invoices of a customer that wait for its taxes, oldest first. */
export async function untaxedInvoicesOf(transaction: TenantTransaction, customerId: string): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('invoicing.invoices')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('awaits_taxes', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The creation of the oldest invoice that waits for taxes, among organizations on the wall clock. */
export async function oldestUntaxed(transaction: Transaction): Promise<Date | undefined> {
  const row = await tables(transaction)
    .selectFrom('invoicing.invoices')
    .select('created_at')
    .where('awaits_taxes', '=', true)
    .where(sql<boolean>`${sql.raw(followsWallClock('invoicing.invoices.organization_id'))}`)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}
