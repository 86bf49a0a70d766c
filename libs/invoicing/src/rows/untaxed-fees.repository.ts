import type { Selectable } from 'kysely';
import { insertRows, type TenantTransaction } from '@tollgate/platform';
import type { UntaxedFeesTable } from '../tables/fees.tables.js';
import { tables } from '../tables/invoicing.tables.js';

export type UntaxedFeeRow = Selectable<UntaxedFeesTable>;

/** Keeps what fees are taxed by when the taxes of their customer are known (invoices, section 4.5). */
export const insertUntaxedFees = (transaction: TenantTransaction, fees: UntaxedFeeRow[]): Promise<void> =>
  insertRows(transaction, 'invoicing.untaxed_fees', fees);

/** What the fees of an invoice are taxed by, by fee; it is not kept any longer. */
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
