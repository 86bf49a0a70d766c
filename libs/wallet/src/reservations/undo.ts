import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { undoConsumptions } from '../rows/consumptions.repository.js';
import { removeReservation } from '../rows/reservations.repository.js';
import { transactionsOfDocument } from '../rows/transactions.repository.js';
import { tables } from '../tables/wallet.tables.js';

/**
 * Gives back what was reserved for a document, as if it had never been taken: nobody was told of it. The caller holds the
 * wallets of the customer; what is confirmed already stays.
 */
export async function undo(transaction: TenantTransaction, documentId: string): Promise<void> {
  if (!(await removeReservation(transaction, documentId))) return;
  const taken = (await transactionsOfDocument(transaction, documentId)).filter(({ reserved }) => reserved);
  const ids = taken.map(({ id }) => id);
  await undoConsumptions(transaction, ids);
  for (const { wallet_id: walletId, amount_cents: cents, credit_amount: credits } of taken)
    await tables(transaction)
      .updateTable('wallet.wallets')
      .set({
        balance_cents: sql`balance_cents + ${cents}`,
        credits_balance: sql`credits_balance + ${credits}`,
        consumed_credits: sql`consumed_credits - ${credits}`,
      })
      .where('id', '=', walletId)
      .execute();
  await tables(transaction)
    .deleteFrom('wallet.transactions')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}
