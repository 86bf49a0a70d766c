import { sql } from 'kysely';
import { insertRows, type TenantTransaction } from '@tollgate/platform';
import { inputsFormat } from '../fee-inputs/input-bounds.js';
import type { StoredCoupon, StoredFeeInputs, StoredInvoiceInputs } from '../tables/fee-inputs.tables.js';
import { tables } from '../tables/invoicing.tables.js';

/** Stored inputs, and the format that gives their meaning. */
export interface FormattedInputs<Inputs> {
  format: number;
  inputs: Inputs;
}

/** Writes the inputs of the coupons of an invoice; nothing without coupons. */
export async function insertCouponInputs(
  transaction: TenantTransaction,
  invoiceId: string,
  coupons: StoredCoupon[],
): Promise<void> {
  if (coupons.length === 0) return;
  const row = { invoice_id: invoiceId, organization_id: transaction.organizationId };
  await insertRows(transaction, 'invoicing.invoice_inputs', [{ ...row, format: inputsFormat, inputs: { coupons } }]);
}

/** Removes the inputs of an invoice that is computed again. */
export async function deleteInvoiceInputs(transaction: TenantTransaction, invoiceId: string): Promise<void> {
  await tables(transaction).deleteFrom('invoicing.invoice_inputs').where('invoice_id', '=', invoiceId).execute();
}

/** The inputs of fees, by their ids; fees that were written before have none. */
export async function inputsOfFees(
  transaction: TenantTransaction,
  feeIds: string[],
): Promise<Map<string, FormattedInputs<StoredFeeInputs>>> {
  if (feeIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('invoicing.fee_inputs')
    .select(['fee_id', 'format', 'inputs'])
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`fee_id = any(${feeIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ fee_id: id, format, inputs }) => [id, { format, inputs }]));
}

/** The inputs of the deductions of an invoice; undefined without any. */
export async function inputsOfInvoice(
  transaction: TenantTransaction,
  invoiceId: string,
): Promise<FormattedInputs<StoredInvoiceInputs> | undefined> {
  return tables(transaction)
    .selectFrom('invoicing.invoice_inputs')
    .select(['format', 'inputs'])
    .where('organization_id', '=', transaction.organizationId)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
}
