import { sql } from 'kysely';
import { everyInvoice } from '@tollgate/invoicing/reader';
import type { Transaction } from '@tollgate/platform';

/**
 * Whether an id names an object of another organization: a payment, a hold, a refund, a return, a customer or an invoice.
 * Organizations may share an account of a provider, whose events then come to each of them.
 */
export async function isOfAnotherOrganization(
  transaction: Transaction,
  id: string,
  organizationId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (
      select organization_id from payment.payments where id = ${id}
      union all select organization_id from payment.authorizations where id = ${id}
      union all select organization_id from payment.refunds where credit_note_id = ${id}
      union all select organization_id from payment.returns where request_key = ${id}
      union all select organization_id from payment.provider_customers where customer_id = ${id}
      union all select organization_id from ${sql.raw(everyInvoice)} invoice where id = ${id}
    ) named where organization_id <> ${organizationId} limit 1
  `.execute(transaction);
  return rows.length > 0;
}
