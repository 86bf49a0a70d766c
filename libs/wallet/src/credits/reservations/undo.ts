import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { undoConsumptions } from '../../model/transactions/consumptions.repository.js';
import { removeReservations } from '../../model/reservations/reservations.repository.js';
import { transactionsOfDocuments } from '../../model/transactions/transactions.repository.js';

/**
 * Undoes the reservations of documents, which no message published. The caller holds the wallets of their customers.
 * Confirmed credits stay used.
 * @returns whether a reservation existed
 */
export async function undo(transaction: TenantTransaction, documentIds: string[]): Promise<boolean> {
  const removed = await removeReservations(transaction, documentIds);
  const transactions = await transactionsOfDocuments(transaction, [...removed.keys()]);
  const ids = transactions.filter(({ reserved }) => reserved).map(({ id }) => id);
  if (ids.length === 0) return false;
  await undoConsumptions(transaction, ids);
  await sql`
    with undone as (
      delete from wallet.transactions where id = any(${ids}::uuid[]) returning wallet_id, amount_cents, credit_amount
    ), sums as (
      select wallet_id, sum(amount_cents)::bigint as cents, sum(credit_amount) as credits from undone group by wallet_id
    )
    update wallet.wallets as wallet
    set balance_cents = wallet.balance_cents + sums.cents,
        credits_balance = wallet.credits_balance + sums.credits,
        consumed_credits = wallet.consumed_credits - sums.credits
    from sums where wallet.id = sums.wallet_id
  `.execute(transaction);
  return true;
}
