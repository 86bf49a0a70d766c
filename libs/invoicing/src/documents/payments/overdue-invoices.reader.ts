import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/invoicing.tables.js';
import { readPayableInvoices, type PayableInvoice } from './payable-invoices.reader.js';

/** An overdue invoice to collect. */
export interface OverdueInvoice extends PayableInvoice {
  /** Its total, regardless of payments, in cents. */
  totalCents: bigint;
}

const demanded = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('invoicing.invoices')
    .where('organization_id', '=', transaction.organizationId)
    .where('payment_overdue', '=', true)
    .where('self_billed', '=', false);

/**
 * The overdue amounts by customer and currency, for use in a statement: `customer_id`, `currency`, `total_cents`
 * (without deduction of payments, invoices, section 14) and `overdue_at`, the instant at which the last of them became
 * overdue.
 */
export const overdueBalances = (transaction: TenantTransaction) =>
  demanded(transaction)
    .select([
      'customer_id',
      'currency',
      sql<string>`sum(total_amount_cents)`.as('total_cents'),
      sql<Date>`(max(payment_due_date) + 1)::timestamp at time zone 'UTC'`.as('overdue_at'),
    ])
    .groupBy(['customer_id', 'currency']);

/** Reads the overdue invoices of a customer, without self-billed ones, the oldest first. */
export async function readOverdueInvoices(
  transaction: TenantTransaction,
  customerId: string,
): Promise<OverdueInvoice[]> {
  const rows = await demanded(transaction)
    .select(['id', 'total_amount_cents'])
    .where('customer_id', '=', customerId)
    .orderBy('payment_due_date')
    .orderBy('id')
    .execute();
  const totals = new Map(rows.map((row) => [row.id, row.total_amount_cents]));
  const payable = await readPayableInvoices(transaction, [...totals.keys()]);
  return payable.map((invoice) => ({ ...invoice, totalCents: totals.get(invoice.id) ?? 0n }));
}
