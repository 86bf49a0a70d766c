import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import type { FiguresRequest } from './analytics-figures.repository.js';

/** The open amount of overdue invoices of one month, currency and issuer. */
export interface OverdueFigure {
  /** `YYYY-MM` */
  month: string;
  billing_entity_id: string;
  currency: string;
  /** Cents. */
  due: bigint;
  invoice_ids: string[];
}

/**
 * Reads overdue invoices by an index of their own. The answer lists their ids, so it must read each of them (customers,
 * section 12).
 */
export async function readOverdue(
  transaction: TenantTransaction,
  { from, to, currency, billingEntityId, customerIds }: Omit<FiguresRequest, 'kinds'>,
): Promise<OverdueFigure[]> {
  const { rows } = await sql<OverdueFigure>`
    select to_char(invoice.payment_due_date, 'YYYY-MM') as month, invoice.billing_entity_id, invoice.currency,
           sum(invoice.total_amount_cents - invoice.total_paid_amount_cents - coalesce(note.offset_cents, 0))::bigint as due,
           array_agg(invoice.id::text order by invoice.payment_due_date, invoice.id) as invoice_ids
    from invoicing.invoices invoice
    left join lateral (
      select sum(offset_amount_cents) as offset_cents from invoicing.credit_notes
      where invoice_id = invoice.id and status = 'finalized') note on true
    where invoice.organization_id = ${transaction.organizationId} and invoice.payment_overdue and not invoice.self_billed
      and invoice.payment_due_date between ${from}::date and ${to}::date
      and (${currency}::text is null or invoice.currency = ${currency})
      and (${billingEntityId}::uuid is null or invoice.billing_entity_id = ${billingEntityId})
      ${customerIds ? sql`and invoice.customer_id = any(${customerIds}::uuid[])` : sql``}
    group by 1, 2, 3 order by 1, 3, 2
  `.execute(transaction);
  return rows;
}
