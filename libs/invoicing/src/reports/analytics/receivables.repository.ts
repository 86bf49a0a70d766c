import { sql, type RawBuilder } from 'kysely';
import type { AgeingBucket } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { isRevenue } from '../../model/invoices/invoice-amounts.js';

/** The open amount of one currency and bucket, now and at the end of an earlier day. */
export interface Receivable {
  currency: string;
  bucket: AgeingBucket;
  invoices: number;
  /** Amount due now, in cents. */
  cents: bigint;
  /** Amount due at the end of the compared day, in cents; in the bucket of now, of paid invoices in `not_due`. */
  previousCents: bigint;
}

/** The compared day, `YYYY-MM-DD`, and its end: the first instant that does not belong to it. */
export interface ComparedDay {
  day: string;
  end: Date;
}

/** SQL for the bucket of a due date. @param today `YYYY-MM-DD` */
export const bucketOf = (dueDate: RawBuilder<unknown>, today: string) => sql<AgeingBucket>`case
  when ${dueDate} >= ${today}::date then 'not_due'
  when ${dueDate} >= ${today}::date - 30 then 'days_1_30'
  when ${dueDate} >= ${today}::date - 60 then 'days_31_60'
  when ${dueDate} >= ${today}::date - 90 then 'days_61_90'
  else 'days_over_90' end`;

/**
 * SQL for the open invoices with their amounts due. An index has the unpaid ones, and offsets are added up once for all of
 * them.
 */
export const openInvoices = ({ organizationId }: TenantTransaction) => sql`
  select invoice.customer_id, invoice.currency, invoice.payment_due_date, invoice.issuing_date,
         invoice.total_amount_cents - invoice.total_paid_amount_cents - coalesce(offsets.cents, 0) as due
  from invoicing.invoices invoice
  left join (
    select invoice_id, sum(offset_amount_cents) as cents from invoicing.credit_notes
    where organization_id = ${organizationId} and status = 'finalized' and offset_amount_cents > 0
    group by invoice_id) offsets on offsets.invoice_id = invoice.id
  where invoice.organization_id = ${organizationId} and invoice.payment_status <> 'succeeded'
    and ${isRevenue(sql.raw('invoice'))}`;

/**
 * Reads open amounts by currency and bucket, now and at the end of an earlier day, in one statement. The earlier amount
 * is that of now, less invoices issued since, plus payments and offsets since then. So it reads the open invoices and the
 * changes since then, whatever the number of paid invoices. Invoices that were voided or lost since count in neither.
 */
export async function readReceivables(
  transaction: TenantTransaction,
  today: string,
  { day, end }: ComparedDay,
): Promise<Receivable[]> {
  const { organizationId } = transaction;
  const settled = sql`${isRevenue(sql.raw('invoice'))} and invoice.issuing_date <= ${day}::date`;
  const { rows } = await sql<Receivable>`
    with receivable as (
      select currency, ${bucketOf(sql.raw('payment_due_date'), today)} as bucket, 1 as invoices, due,
             case when issuing_date <= ${day}::date then due else 0 end as previous
      from (${openInvoices(transaction)}) unpaid
      union all
      select invoice.currency, 'not_due', 0, 0, payment.amount_cents
      from invoicing.payments payment join invoicing.invoices invoice on invoice.id = payment.invoice_id
      where payment.organization_id = ${organizationId} and payment.payment_status = 'succeeded'
        and payment.created_at >= ${end} and ${settled}
      union all
      select invoice.currency, 'not_due', 0, 0, note.offset_amount_cents
      from invoicing.credit_notes note join invoicing.invoices invoice on invoice.id = note.invoice_id
      where note.organization_id = ${organizationId} and note.status = 'finalized' and note.offset_amount_cents > 0
        and note.issuing_date > ${day}::date and ${settled}
    )
    select currency, bucket, sum(invoices)::int as invoices, sum(due)::bigint as cents,
           sum(previous)::bigint as "previousCents"
    from receivable group by currency, bucket order by currency, bucket
  `.execute(transaction);
  return rows;
}
