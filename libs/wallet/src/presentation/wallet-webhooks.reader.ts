import type { Wallet } from '@tollgate/contracts';
import { groupBy, sharedStatement, type TenantTransaction, type Instant } from '@tollgate/platform';
import { findWallet, walletsByIds } from '../rows/wallets.repository.js';
import { presentPlainWallets, presentWallets, type PlainWallet } from './wallet.presenter.js';

interface Told {
  id: string;
  now: Instant;
}

/** What many messages show, each of its wallet, is read once for all of one instant. */
const webhookResources = sharedStatement(async (transaction: TenantTransaction, asked: Told[]) => {
  const rows = await walletsByIds(
    transaction,
    asked.map(({ id }) => id),
  );
  const shown = new Map<string, Wallet>();
  for (const [instant, told] of groupBy(asked, ({ now }) => String(now))) {
    const ids = new Set(told.map(({ id }) => id));
    const own = rows.filter(({ id }) => ids.has(id));
    for (const wallet of await presentWallets(transaction, own, Number(instant)))
      shown.set(`${wallet.svc_id} ${instant}`, wallet);
  }
  return asked.map(({ id, now }) => shown.get(`${id} ${now}`));
});

/** A wallet with its rules, as webhooks show it (webhooks, section 4). */
export async function readWalletWebhookResource(
  transaction: TenantTransaction,
  id: string,
  now: Instant,
): Promise<Omit<Wallet, 'applies_to'>> {
  const wallet = await webhookResources(transaction, { id, now });
  if (!wallet) throw new Error(`no wallet ${id}`);
  const { applies_to: _, ...shown } = wallet;
  return shown;
}

/** A wallet alone, as webhooks about something else show it. */
export async function readPlainWalletResource(transaction: TenantTransaction, id: string): Promise<PlainWallet> {
  const row = await findWallet(transaction, id);
  if (!row) throw new Error(`no wallet ${id}`);
  const [wallet] = await presentPlainWallets(transaction, [row]);
  return wallet as PlainWallet;
}
