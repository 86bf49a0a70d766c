import { sql } from 'kysely';
import { sharedStatement, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { FeeRow } from '../../model/fees/fees.repository.js';
import { tables } from '../../model/invoicing.tables.js';

/** Whether a customer paid an uninvoiced fee by the billing instant (Unix ms): a quick check, since most have none. */
export const hasPaidUninvoicedFees = sharedStatement(
  async (transaction: TenantTransaction, requests: { customerId: string; at: Instant }[]): Promise<boolean[]> => {
    const { rows } = await sql<{ place: number }>`
      select asked.place::int as place
      from unnest(
        ${requests.map(({ customerId }) => customerId)}::uuid[], ${requests.map(({ at }) => new Date(at).toISOString())}::timestamptz[]
      ) with ordinality as asked (customer_id, at, place)
      where exists (
        select from invoicing.fees fee
        where fee.customer_id = asked.customer_id and fee.invoice_id is null and fee.payment_status = 'succeeded'
          and fee.succeeded_at <= asked.at)
    `.execute(transaction);
    const places = new Set(rows.map(({ place }) => place));
    return requests.map((_, index) => places.has(index + 1));
  },
);

/**
 * Locks uninvoiced fees that were paid by the billing instant (Unix ms).
 * @param endedOnly only fees of usage periods that ended by then
 */
export async function lockPaidUninvoicedFees(
  transaction: TenantTransaction,
  subscriptionIds: string[],
  at: Instant,
  endedOnly: boolean,
): Promise<FeeRow[]> {
  if (subscriptionIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.fees')
    .selectAll()
    .where('subscription_id', 'in', subscriptionIds)
    .where('fee_type', '=', 'charge')
    .where('pay_in_advance', '=', true)
    .where('invoice_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('payment_status', '=', 'succeeded')
    .where('succeeded_at', '<=', new Date(at))
    .$if(endedOnly, (query) => query.where('charges_to', '<=', new Date(at)))
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Moves fees to an invoice, in the same order. */
export async function moveToInvoice(
  transaction: TenantTransaction,
  invoiceId: string,
  fees: FeeRow[],
  selfBilled: boolean,
): Promise<void> {
  await sql`
    update invoicing.fees fee set invoice_id = ${invoiceId}::uuid, position = listed.place - 1, self_billed = ${selfBilled}
    from unnest(${fees.map(({ id }) => id)}::uuid[]) with ordinality as listed (id, place)
    where fee.id = listed.id
  `.execute(transaction);
}
