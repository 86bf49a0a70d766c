import { sql } from 'kysely';
import type { Page, TenantTransaction } from '@tollgate/platform';
import { isRevenue } from '../../model/invoices/invoice-amounts.js';
import { pageOfAmounts, type SummedPage } from './summed-pages.js';

/** The deferred revenue of a customer in a currency, in cents. */
export interface DeferredRevenueRow {
  customer_id: string;
  currency: string;
  deferred: bigint;
  /** The amounts of its fees, without taxes, coupons and credit notes. */
  invoiced: bigint;
  fees: number;
  /** The end of the last span. */
  until: Date;
}

/** A day, `YYYY-MM-DD`, and its end: the first instant that does not belong to it. */
export interface ReportedDay {
  day: string;
  end: Date;
}

/**
 * Reads what was invoiced for the time after a day, by customer, the greatest first: two statements for any number
 * (customers, section 12.5). Notes reduce what is not earned yet first: the note of an early end leaves nothing of it.
 */
export function readDeferredRevenue(
  transaction: TenantTransaction,
  { day, end }: ReportedDay,
  { currency, ...page }: Page & { currency: string | null },
): Promise<SummedPage<DeferredRevenueRow>> {
  const { organizationId } = transaction;
  const fees = sql`
    select fee.customer_id, fee.currency, fee.to_datetime,
           fee.amount_cents - fee.precise_coupons_amount_cents - coalesce(noted.cents, 0) as invoiced,
           greatest((fee.amount_cents - fee.precise_coupons_amount_cents) * least(1,
             extract(epoch from fee.to_datetime - ${end}) / extract(epoch from fee.to_datetime - fee.from_datetime))
             - coalesce(noted.cents, 0), 0) as deferred
    from invoicing.fees fee
    join invoicing.invoices invoice on invoice.id = fee.invoice_id
    left join lateral (
      select sum(item.precise_amount_cents) as cents
      from invoicing.credit_note_items item join invoicing.credit_notes note on note.id = item.credit_note_id
      where item.fee_id = fee.id and note.status = 'finalized' and note.issuing_date <= ${day}::date
    ) noted on true
    where fee.organization_id = ${organizationId} and fee.to_datetime > ${end}
      and fee.pay_in_advance and fee.fee_type in ('subscription', 'fixed_charge') and fee.deleted_at is null
      and fee.from_datetime < fee.to_datetime
      and invoice.issuing_date <= ${day}::date and ${isRevenue(sql.raw('invoice'))}
      and (${currency}::text is null or fee.currency = ${currency})`;
  const rows = sql`
    select customer_id, currency, round(sum(deferred))::bigint as deferred, round(sum(invoiced))::bigint as invoiced,
           count(*)::int as fees, max(to_datetime) as until
    from (${fees}) fee where deferred > 0 group by customer_id, currency`;
  return pageOfAmounts<DeferredRevenueRow>(transaction, rows, 'deferred', page);
}
