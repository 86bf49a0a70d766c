import type { TenantTransaction, Instant } from '@tollgate/platform';
import { terminateRules } from '../../model/rules/recurring-rules.repository.js';
import { updateWallet, type WalletRow } from '../../model/wallets/wallets.repository.js';

/**
 * Ends a wallet with its rules; its balance stays and pays nothing more. An ended wallet stays as it is (wallets,
 * section 2.5).
 */
export async function endWallet(transaction: TenantTransaction, wallet: WalletRow, now: Instant): Promise<WalletRow> {
  if (wallet.status === 'terminated') return wallet;
  const at = new Date(now);
  const ended = await updateWallet(transaction, wallet.id, { status: 'terminated', terminated_at: at, updated_at: at });
  await terminateRules(transaction, [wallet.id], now);
  await transaction.append('wallet.terminated', wallet.customer_id, { wallet_id: wallet.id }, now);
  return ended;
}
