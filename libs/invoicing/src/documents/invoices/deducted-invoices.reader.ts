import { sql } from 'kysely';
import { groupBy, type TenantTransaction } from '@tollgate/platform';

/** An invoice that another one deducts. */
export interface DeductedInvoice {
  number: string;
  /** `YYYY-MM-DD` */
  issuingDate: string;
}

/** Progressive invoices that an invoice names at most: the latest of them. */
const mostNamed = 200;

/**
 * Reads the progressive invoices that invoices deduct, oldest first, by the ids of the latter. A credit names the latest
 * one of a period, and each of these the one before (invoices, section 8).
 */
export async function readDeductedInvoices(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, DeductedInvoice[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ owner: string; number: string; issuing_date: string }>`
    with recursive deducted (owner, id, step) as (
      select credit.invoice_id, credit.source_id, 1
      from invoicing.credits credit where credit.kind = 'invoice' and credit.invoice_id = any(${ids}::uuid[])
      union
      select deducted.owner, credit.source_id, deducted.step + 1
      from deducted join invoicing.credits credit on credit.invoice_id = deducted.id
      where credit.kind = 'invoice' and deducted.step < ${mostNamed}
    )
    select deducted.owner, invoice.number, invoice.issuing_date::text as issuing_date
    from (select distinct owner, id from deducted) deducted
    join invoicing.invoices invoice on invoice.id = deducted.id
    order by invoice.issuing_date, invoice.created_at, invoice.id
  `.execute(transaction);
  const byOwner = groupBy(rows, ({ owner }) => owner);
  return new Map(
    [...byOwner].map(([owner, all]) => [
      owner,
      all.slice(-mostNamed).map(({ number, issuing_date: issuingDate }) => ({ number, issuingDate })),
    ]),
  );
}
