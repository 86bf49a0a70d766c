import type { TenantTransaction } from '@tollgate/platform';
import type { PayingWallet } from '@tollgate/rating';
import { activeWalletsOf } from '../rows/wallets.repository.js';
import { payingWallet } from './reserve.js';

export { hasCredits } from '../rows/reservations.repository.js';

/** Wallets that would pay for an invoice of a customer now, in the order of use (wallets, section 5.1). */
export async function readPayingWallets(
  transaction: TenantTransaction,
  customerId: string,
  currency: string,
): Promise<PayingWallet[]> {
  const active = await activeWalletsOf(transaction, [customerId]);
  return active.filter((wallet) => wallet.currency === currency && wallet.balance_cents > 0n).map(payingWallet);
}
