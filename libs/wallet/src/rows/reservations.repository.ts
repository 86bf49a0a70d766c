import { sql, type Selectable } from 'kysely';
import type { CreditReservation, ReservedCredits } from '@tollgate/contracts';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import type { ReservationsTable } from '../tables/transactions.tables.js';
import { tables } from '../tables/wallet.tables.js';

export type ReservationRow = Selectable<ReservationsTable>;

/** Reservations under these keys. */
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

export async function insertReservation(
  transaction: TenantTransaction,
  request: CreditReservation,
  answer: ReservedCredits,
): Promise<void> {
  await tables(transaction)
    .insertInto('wallet.reservations')
    .values({
      organization_id: transaction.organizationId,
      key: request.key,
      invoice_id: answer.invoice_id,
      customer_id: request.customer_id,
      request: JSON.stringify(request),
      answer: JSON.stringify(answer),
    })
    .execute();
}

/** Removes a reservation. @returns whether it was there */
export async function removeReservation(transaction: TenantTransaction, invoiceId: string): Promise<boolean> {
  const removed = await tables(transaction)
    .deleteFrom('wallet.reservations')
    .where('organization_id', '=', transaction.organizationId)
    .where('invoice_id', '=', invoiceId)
    .returning('invoice_id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Whether a customer may have something to pay with: credits in a currency, or some that are reserved. */
export async function hasCredits(
  transaction: TenantTransaction,
  customerId: string,
  currency: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from wallet.wallets
    where customer_id = ${customerId} and status = 'active' and currency = ${currency} and balance_cents > 0
    union all
    select from wallet.reservations where customer_id = ${customerId}
    limit 1
  `.execute(transaction);
  return rows.length > 0;
}

/** Reservations of all organizations that have waited for longer, oldest first. */
export async function oldReservations(
  transaction: Transaction,
  ageMs: number,
  most: number,
): Promise<Pick<ReservationRow, 'organization_id' | 'invoice_id' | 'customer_id'>[]> {
  return tables(transaction)
    .selectFrom('wallet.reservations')
    .select(['organization_id', 'invoice_id', 'customer_id'])
    .where(sql<boolean>`reserved_at < now() - ${ageMs} * interval '1 millisecond'`)
    .orderBy('reserved_at')
    .limit(most)
    .execute();
}
