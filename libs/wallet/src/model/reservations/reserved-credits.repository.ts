import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';

/** Reserved credits of a wallet, for unconfirmed invoices and credit notes. */
export interface ReservedAmount {
  cents: bigint;
  credits: Decimal;
}

interface Row {
  wallet_id: string;
  cents: string;
  credits: string;
}

const reservedIn = (transaction: TenantTransaction, walletIds: string[], customerIds: string[]) => sql`
  select taken.wallet_id, sum(taken.amount_cents)::text as cents, sum(taken.credit_amount)::text as credits
  from wallet.reservations reservation
    join wallet.transactions taken on taken.invoice_id = reservation.document_id or taken.credit_note_id = reservation.document_id
  where reservation.organization_id = ${transaction.organizationId} and reservation.customer_id = any(${customerIds}::uuid[])
    and taken.reserved and taken.wallet_id = any(${walletIds}::uuid[])
  group by taken.wallet_id`;

const amountsOf = (rows: Row[]): Map<string, ReservedAmount> =>
  new Map(rows.map((row) => [row.wallet_id, { cents: BigInt(row.cents), credits: new Decimal(row.credits) }]));

/** Reads the reserved credits, by wallet. The caller holds the wallets. */
export async function reservedOf(
  transaction: TenantTransaction,
  walletIds: string[],
  customerIds: string[],
): Promise<Map<string, ReservedAmount>> {
  const { rows } = await sql<Row>`${reservedIn(transaction, walletIds, customerIds)}`.execute(transaction);
  return amountsOf(rows);
}

/** Reads the same, and marks the reservations as counted in the balance. */
export async function countReserved(
  transaction: TenantTransaction,
  walletIds: string[],
  customerIds: string[],
): Promise<Map<string, ReservedAmount>> {
  const { rows } = await sql<Row>`
    with counted as (
      update wallet.reservations set counted = true
      where organization_id = ${transaction.organizationId} and customer_id = any(${customerIds}::uuid[]) and not counted
    )
    ${reservedIn(transaction, walletIds, customerIds)}`.execute(transaction);
  return amountsOf(rows);
}
