import type { TenantTransaction } from '@tollgate/platform';
import type { PayingWallet } from '@tollgate/rating';
import { transactionsByIds, transactionsOfDocuments } from '../../model/transactions/transactions.repository.js';
import { activeWalletsOf, findWallet } from '../../model/wallets/wallets.repository.js';
import { payingWallet } from './invoice-payments.rules.js';

export { hasCredits } from '../../model/reservations/reservations.repository.js';

/** Reads the wallets that would pay for a customer's invoice now, in the order of use (wallets, section 5.1). */
export async function readPayingWallets(
  transaction: TenantTransaction,
  customerId: string,
  currency: string,
): Promise<PayingWallet[]> {
  const active = await activeWalletsOf(transaction, [customerId]);
  return active.filter((wallet) => wallet.currency === currency && wallet.balance_cents > 0n).map(payingWallet);
}

/**
 * Sums the rest of sold credits, in cents, and their reservation for an unwritten credit note; null when the wallet has
 * ended.
 */
export async function readSoldCreditsLeft(
  transaction: TenantTransaction,
  id: string,
  creditNoteId: string,
): Promise<bigint | null> {
  const [row] = await transactionsByIds(transaction, [id]);
  const wallet = row && (await findWallet(transaction, row.wallet_id));
  if (wallet?.status !== 'active') return null;
  const reserved = (await transactionsOfDocuments(transaction, [creditNoteId])).filter((one) => one.reserved);
  return reserved.reduce((sum, { amount_cents: cents }) => sum + cents, row?.remaining_amount_cents ?? 0n);
}
