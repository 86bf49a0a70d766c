import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';

/**
 * Cents that are taken from wallets for invoices and credit notes of which it is not known yet that they were written, by
 * wallet. Who asks counts them as still there, and that is kept with what is reserved; the caller holds the wallets.
 */
export async function countReserved(
  transaction: TenantTransaction,
  walletIds: string[],
  customerIds: string[],
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ wallet_id: string; cents: string }>`
    with counted as (
      update wallet.reservations set counted = true
      where organization_id = ${transaction.organizationId} and customer_id = any(${customerIds}::uuid[]) and not counted
    )
    select taken.wallet_id, sum(taken.amount_cents)::text as cents
    from wallet.reservations reservation
      join wallet.transactions taken on taken.invoice_id = reservation.document_id or taken.credit_note_id = reservation.document_id
    where reservation.organization_id = ${transaction.organizationId}
      and taken.reserved and taken.wallet_id = any(${walletIds}::uuid[])
    group by taken.wallet_id
  `.execute(transaction);
  return new Map(rows.map((row) => [row.wallet_id, BigInt(row.cents)]));
}
