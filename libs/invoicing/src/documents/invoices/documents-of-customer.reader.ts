import { sql, type RawBuilder } from 'kysely';
import { newestIds, type TenantTransaction } from '@tollgate/platform';

/** SQL for the ids of a customer's invoices, credit notes and fees, for use in a statement. */
export const documentIdsOfCustomer = (
  { organizationId }: TenantTransaction,
  customerId: string,
): RawBuilder<unknown> => sql`
  select id from invoicing.invoices where organization_id = ${organizationId} and customer_id = ${customerId}
  union all select id from invoicing.credit_notes where organization_id = ${organizationId} and customer_id = ${customerId}
  union all select id from invoicing.applied_coupons where organization_id = ${organizationId} and customer_id = ${customerId}`;

/** States in which an invoice still changes, or is hidden until its payment. */
const unfinished = ['draft', 'open', 'pending', 'failed'];
const mostNamed = 100;

/**
 * The first invoices of a customer that are not final yet, or have an amount due. Final ones have their number, others
 * their id.
 */
export async function readOpenInvoices(transaction: TenantTransaction, customerId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select case when invoice.number = '' or invoice.status = any(${unfinished}::text[]) then invoice.id::text
      else invoice.number end as name
    from invoicing.invoices invoice
    where invoice.organization_id = ${transaction.organizationId} and invoice.customer_id = ${customerId}
      and (invoice.status = any(${unfinished}::text[])
        or invoice.status = 'finalized' and invoice.payment_status <> 'succeeded' and invoice.payment_dispute_lost_at is null
          and invoice.total_amount_cents - invoice.total_paid_amount_cents - coalesce((
            select sum(note.offset_amount_cents) from invoicing.credit_notes note
            where note.invoice_id = invoice.id and note.status = 'finalized'), 0) > 0)
    order by invoice.created_at, invoice.id limit ${mostNamed}
  `.execute(transaction);
  return rows.map(({ name }) => name);
}

/** Ids of a customer's invoices, the newest first. */
export const newestInvoiceIds = (transaction: TenantTransaction, customerId: string, limit: number) =>
  newestIds(transaction, 'invoicing.invoices', customerId, limit);

/** Ids of a customer's credit notes, the newest first. */
export const newestCreditNoteIds = (transaction: TenantTransaction, customerId: string, limit: number) =>
  newestIds(transaction, 'invoicing.credit_notes', customerId, limit);
