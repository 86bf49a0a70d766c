import type { Wallet } from '@tollgate/contracts';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { newestWalletIds } from '../wallets/wallets-of-customer.reader.js';
import { walletsByIds } from '../wallets/wallets.repository.js';
import { presentWallets } from './wallet.presenter.js';

/** A customer's wallets, terminated ones too, as lists show them. */
export async function readWalletsOfCustomer(
  transaction: TenantTransaction,
  customerId: string,
  limit: number,
  now: Instant,
): Promise<Wallet[]> {
  const ids = await newestWalletIds(transaction, customerId, limit);
  return ids.length === 0 ? [] : presentWallets(transaction, await walletsByIds(transaction, ids), now);
}
