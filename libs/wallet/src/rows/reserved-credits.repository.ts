import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';

/** Cents that are taken from wallets for invoices of which it is not known yet that they were written, by wallet. */
export async function reservedCents(transaction: TenantTransaction, walletIds: string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ wallet_id: string; cents: string }>`
    select taken.wallet_id, sum(taken.amount_cents)::text as cents
    from wallet.reservations reservation
      join wallet.transactions taken on taken.invoice_id = reservation.document_id
    where reservation.organization_id = ${transaction.organizationId}
      and taken.reserved and taken.wallet_id = any(${walletIds}::uuid[])
    group by taken.wallet_id
  `.execute(transaction);
  return new Map(rows.map((row) => [row.wallet_id, BigInt(row.cents)]));
}
