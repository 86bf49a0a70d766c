import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import type { FiguresRequest } from './analytics-figures.repository.js';

/** The taxes in the revenue of one month, currency and issuer. */
export interface RevenueTaxes {
  /** `YYYY-MM` */
  month: string;
  billing_entity_id: string;
  currency: string;
  /** Numeric, cents. */
  taxes: string;
}

/**
 * Reads the taxes in the totals of invoices, less those in their refunds. A total that credits reduced has taxes in the
 * proportion of the whole invoice (customers, section 12). It reads each invoice of the months.
 */
export async function readRevenueTaxes(
  transaction: TenantTransaction,
  { from, to, currency, billingEntityId, customerIds }: Omit<FiguresRequest, 'kinds'>,
): Promise<RevenueTaxes[]> {
  const { rows } = await sql<RevenueTaxes>`
    select to_char(invoice.issuing_date, 'YYYY-MM') as month, invoice.billing_entity_id, invoice.currency,
           sum(coalesce(invoice.total_amount_cents::numeric * invoice.taxes_amount_cents
                 / nullif(invoice.sub_total_including_taxes_amount_cents, 0), 0)
             - coalesce(note.taxes, 0))::text as taxes
    from invoicing.invoices invoice
    left join lateral (
      select sum(refund_amount_cents::numeric * taxes_amount_cents / nullif(total_amount_cents, 0)) as taxes
      from invoicing.credit_notes
      where invoice_id = invoice.id and status = 'finalized' and refund_amount_cents > 0) note on true
    where invoice.organization_id = ${transaction.organizationId} and invoice.status = 'finalized'
      and not invoice.self_billed and invoice.payment_dispute_lost_at is null
      and invoice.issuing_date between ${from}::date and ${to}::date
      and (${currency}::text is null or invoice.currency = ${currency})
      and (${billingEntityId}::uuid is null or invoice.billing_entity_id = ${billingEntityId})
      ${customerIds ? sql`and invoice.customer_id = any(${customerIds}::uuid[])` : sql``}
    group by 1, 2, 3
  `.execute(transaction);
  return rows;
}
