import { sql } from 'kysely';
import { visibleInvoiceStatuses } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { tables } from '../../model/invoicing.tables.js';

/** The unpaid final invoices of a customer in one currency. */
export interface DueFigures {
  customer_id: string;
  currency: string;
  overdue: boolean;
  count: bigint;
  /** Totals less payments and offsets, in cents. */
  due_cents: bigint;
}

/** Adds up the amounts due of customers, by currency, those of overdue invoices apart (invoices, section 9.12). */
export async function readDueFigures(transaction: TenantTransaction, customerIds: string[]): Promise<DueFigures[]> {
  const { rows } = await sql<DueFigures>`
    select invoice.customer_id, invoice.currency, invoice.payment_overdue as overdue, count(*) as count,
           sum(invoice.total_amount_cents - invoice.total_paid_amount_cents - coalesce(note.offset_cents, 0))::bigint as due_cents
    from invoicing.invoices invoice
    left join lateral (
      select sum(offset_amount_cents) as offset_cents from invoicing.credit_notes
      where invoice_id = invoice.id and status = 'finalized') note on true
    where invoice.organization_id = ${transaction.organizationId} and invoice.customer_id = any(${customerIds}::uuid[])
      and invoice.status = 'finalized' and invoice.payment_status <> 'succeeded'
      and invoice.payment_dispute_lost_at is null and not invoice.self_billed
    group by 1, 2, 3 order by 2
  `.execute(transaction);
  return rows;
}

/** The latest invoices of each customer that the interface shows, latest issuing date first. */
export async function readLatestInvoices(
  transaction: TenantTransaction,
  customerIds: string[],
  most: number,
): Promise<InvoiceRow[]> {
  const { rows } = await sql<InvoiceRow>`
    select latest.* from unnest(${customerIds}::uuid[]) as customer (id)
    cross join lateral (
      select * from invoicing.invoices invoice
      where invoice.organization_id = ${transaction.organizationId} and invoice.customer_id = customer.id
        and invoice.status = any(${[...visibleInvoiceStatuses]}::text[])
      order by invoice.issuing_date desc, invoice.created_at desc, invoice.id limit ${most}) latest
  `.execute(transaction);
  return rows;
}

/** The number of a customer's invoices by status. */
export async function countInvoices(transaction: TenantTransaction, customerId: string): Promise<Map<string, number>> {
  const rows = await tables(transaction)
    .selectFrom('invoicing.invoices')
    .select(['status', sql<bigint>`count(*)`.as('count')])
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}

/** A customer's final credit notes of one credit status and currency; `balance_cents` is what is left of them. */
export interface NoteFigures {
  credit_status: string | null;
  currency: string;
  count: bigint;
  balance_cents: bigint;
}

export async function readNoteFigures(transaction: TenantTransaction, customerId: string): Promise<NoteFigures[]> {
  return tables(transaction)
    .selectFrom('invoicing.credit_notes')
    .select([
      'credit_status',
      'currency',
      sql<bigint>`count(*)`.as('count'),
      sql<bigint>`sum(balance_amount_cents)::bigint`.as('balance_cents'),
    ])
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'finalized')
    .groupBy(['credit_status', 'currency'])
    .orderBy('currency')
    .execute();
}
