import { sql } from 'kysely';
import { readRankSequences, type RankSequence, type SequencePlace, type TenantTransaction } from '@tollgate/platform';
import { customerIdsOf } from '@tollgate/subscription/reader';

/** Reads the sequences of receipt numbers, each of a customer; the rank is at the end of the number. */
export async function receiptSequences(
  transaction: TenantTransaction,
  { external_customer_id: customer }: { external_customer_id?: string | undefined },
  place: SequencePlace,
): Promise<{ sequences: RankSequence[]; total: number }> {
  const customerIds = customer === undefined ? null : await customerIdsOf(transaction, customer);
  const ranked = sql`
    select 'customer ' || payment.customer_id as key, null::uuid as billing_entity_id, payment.customer_id,
      null::uuid as invoice_id, substring(receipt.number from '[0-9]+$')::int as rank, receipt.number,
      null::timestamptz as voided_at, receipt.created_at as latest, true as counts
    from payment.payment_receipts receipt join payment.payments payment on payment.id = receipt.payment_id
    where receipt.organization_id = ${transaction.organizationId}
      and ${customerIds ? sql`payment.customer_id = any(${customerIds}::uuid[])` : sql`true`}`;
  return readRankSequences(transaction, ranked, place);
}
