import type { Wallet } from '@tollgate/contracts';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { findWallet, type WalletRow } from '../rows/wallets.repository.js';
import { presentPlainWallets, presentWallets, type PlainWallet } from './wallet.presenter.js';

async function mustFind(transaction: TenantTransaction, id: string): Promise<WalletRow> {
  const row = await findWallet(transaction, id);
  if (!row) throw new Error(`no wallet ${id}`);
  return row;
}

/** A wallet with its rules, as webhooks show it (webhooks, section 4). */
export async function readWalletWebhookResource(
  transaction: TenantTransaction,
  id: string,
  now: Instant,
): Promise<Omit<Wallet, 'applies_to'>> {
  const [wallet] = await presentWallets(transaction, [await mustFind(transaction, id)], now);
  const { applies_to: _, ...shown } = wallet as Wallet;
  return shown;
}

/** A wallet alone, as webhooks about something else show it. */
export async function readPlainWalletResource(transaction: TenantTransaction, id: string): Promise<PlainWallet> {
  const [wallet] = await presentPlainWallets(transaction, [await mustFind(transaction, id)]);
  return wallet as PlainWallet;
}
