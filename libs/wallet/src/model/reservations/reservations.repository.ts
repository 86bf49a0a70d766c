import { sql, type Selectable } from 'kysely';
import { insertRows, sharedStatement, type TenantTransaction, type Transaction } from '@tollgate/platform';
import type { ReservationsTable } from '../transactions/transactions.tables.js';
import { tables } from '../wallet.tables.js';

export type ReservationRow = Selectable<ReservationsTable>;

/** Reads reservations by their keys. */
export async function reservationsByKeys(
  transaction: TenantTransaction,
  keys: string[],
): Promise<Map<string, ReservationRow>> {
  const rows = await tables(transaction)
    .selectFrom('wallet.reservations')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

export type NewReservation = Pick<ReservationRow, 'key' | 'document_id' | 'customer_id' | 'request' | 'answer'>;

export async function insertReservations(
  transaction: TenantTransaction,
  reservations: NewReservation[],
): Promise<void> {
  const { organizationId: organization_id } = transaction;
  await insertRows(
    transaction,
    'wallet.reservations',
    reservations.map((reservation) => ({ organization_id, ...reservation })),
  );
}

/** Deletes the reservations of documents. @returns the deleted ones, by document */
export async function removeReservations(
  transaction: TenantTransaction,
  documentIds: string[],
): Promise<Map<string, ReservationRow>> {
  if (documentIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .deleteFrom('wallet.reservations')
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`document_id = any(${documentIds}::uuid[])`)
    .returningAll()
    .execute();
  return new Map(rows.map((row) => [row.document_id, row]));
}

/** Checks whether a customer may have credits in a currency, available or reserved. */
export const hasCredits = sharedStatement(
  async (transaction: TenantTransaction, requests: { customerId: string; currency: string }[]): Promise<boolean[]> => {
    const customerIds = [...new Set(requests.map(({ customerId }) => customerId))];
    const { rows } = await sql<{ customer_id: string; currency: string | null }>`
      select customer_id, currency from wallet.wallets
      where customer_id = any(${customerIds}::uuid[]) and status = 'active' and balance_cents > 0
      union all
      select customer_id, null from wallet.reservations where customer_id = any(${customerIds}::uuid[])
    `.execute(transaction);
    return requests.map(({ customerId, currency }) =>
      rows.some((row) => row.customer_id === customerId && (row.currency ?? currency) === currency),
    );
  },
);

/** Reads reservations of all organizations older than an age, oldest first. */
export async function oldReservations(
  transaction: Transaction,
  ageMs: number,
  most: number,
): Promise<Pick<ReservationRow, 'organization_id' | 'document_id' | 'customer_id'>[]> {
  return tables(transaction)
    .selectFrom('wallet.reservations')
    .select(['organization_id', 'document_id', 'customer_id'])
    .where(sql<boolean>`reserved_at < now() - ${ageMs} * interval '1 millisecond'`)
    .orderBy('reserved_at')
    .limit(most)
    .execute();
}
