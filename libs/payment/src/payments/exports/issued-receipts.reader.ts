import { sql } from 'kysely';
import { PaymentReceiptFilters, readQuery, type PaymentReceipt } from '@tollgate/contracts';
import { walk, type TenantTransaction, type Walk } from '@tollgate/platform';
import { customerIdsOf } from '@tollgate/subscription/reader';
import { receiptsFound } from '../../model/payments/payment-receipts.repository.js';
import { tables } from '../../model/payment.tables.js';
import { presentReceipts } from '../receipts/payment-receipt.presenter.js';

/** The selection of receipts of a period. */
export interface ReceiptFilters {
  external_customer_id?: string | undefined;
  /** Days of their creation in UTC, `YYYY-MM-DD`, both included. */
  created_from?: string | undefined;
  created_to?: string | undefined;
}

/** Reads the next receipts, oldest first, and at the beginning the number of all of them. */
export async function issuedReceiptsAfter(
  transaction: TenantTransaction,
  { external_customer_id: customer, created_from: from, created_to: to }: ReceiptFilters,
  position: Walk,
): Promise<{ receipts: PaymentReceipt[]; total: number | null }> {
  const read = readQuery(PaymentReceiptFilters, { created_at_from: from, created_at_to: to });
  if ('errors' in read) throw new Error(`filters of receipts: ${JSON.stringify(read.errors)}`);
  let query = receiptsFound(transaction, read.input);
  if (customer !== undefined) {
    const customerIds = await customerIdsOf(transaction, customer);
    const payments = tables(transaction)
      .selectFrom('payment.payments')
      .select('id')
      .where('organization_id', '=', transaction.organizationId)
      .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`);
    query = query.where('payment_id', 'in', payments);
  }
  const { rows, total } = await walk(query, 'payment.payment_receipts', position);
  return { receipts: await presentReceipts(transaction, rows), total };
}
