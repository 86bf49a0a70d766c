import { sql } from 'kysely';
import { insertRows, type TenantTransaction } from '@tollgate/platform';
import { invoiceInputsFormat } from './input-bounds.js';
import type { StoredFeeInputs, StoredInvoiceInputs } from './fee-inputs.tables.js';
import { tables } from '../invoicing.tables.js';

/** Stored inputs, and the format that gives their meaning. */
export interface FormattedInputs<Inputs> {
  format: number;
  inputs: Inputs;
}

/** Writes the inputs of the deductions of an invoice; nothing without coupons and progressive invoices. */
export async function insertInvoiceInputs(
  transaction: TenantTransaction,
  invoiceId: string,
  { coupons = [], progressive = [] }: Partial<StoredInvoiceInputs>,
): Promise<void> {
  if (coupons.length === 0 && progressive?.length === 0) return;
  const row = { invoice_id: invoiceId, organization_id: transaction.organizationId };
  const inputs = { coupons, progressive };
  await insertRows(transaction, 'invoicing.invoice_inputs', [{ ...row, format: invoiceInputsFormat, inputs }]);
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
