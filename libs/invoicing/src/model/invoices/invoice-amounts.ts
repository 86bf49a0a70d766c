import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for the exact total of an invoice without taxes. A total that credits reduced has taxes in the proportion of the
 * whole invoice (customers, section 12).
 */
export const totalWithoutTaxes = sql<string>`(total_amount_cents - coalesce(
  total_amount_cents::numeric * taxes_amount_cents / nullif(sub_total_including_taxes_amount_cents, 0), 0))`;

/** SQL for the amount due of an invoice, in cents. @param invoice the name of its table in the statement */
export const amountDue = (invoice: RawBuilder<unknown>) => sql<string>`(
  ${invoice}.total_amount_cents - ${invoice}.total_paid_amount_cents - coalesce((
    select sum(note.offset_amount_cents) from invoicing.credit_notes note
    where note.invoice_id = ${invoice}.id and note.status = 'finalized'), 0))`;

/** SQL that is true for invoices that count as revenue (customers, section 12). @param invoice as above */
export const isRevenue = (invoice: RawBuilder<unknown>) => sql<boolean>`(
  ${invoice}.status = 'finalized' and not ${invoice}.self_billed and ${invoice}.payment_dispute_lost_at is null)`;

/** SQL that is true where a payment pays an invoice that the customer issues itself. */
export const paysSelfBilled = (payableId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from invoicing.invoices paid where paid.id = ${payableId} and paid.self_billed)`;
