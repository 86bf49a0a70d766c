import type { Wallet, WalletTransaction } from '@tollgate/contracts';
import { groupBy, sharedStatement, type TenantTransaction, type Instant } from '@tollgate/platform';
import { shownTransactions } from '../transactions/transactions.repository.js';
import { findWallet, walletsByIds } from '../wallets/wallets.repository.js';
import { presentRow } from './transaction.presenter.js';
import { presentPlainWallets, presentWallets, type PlainWallet } from './wallet.presenter.js';

type PublishedTransaction = WalletTransaction & { wallet: PlainWallet };

/** The resources of a message: transactions, or wallets as of an instant. */
interface ResourceRequest {
  transactionIds: string[];
  wallets: { id: string; now: Instant }[];
}

interface Shown {
  transactions: Map<string, PublishedTransaction>;
  /** By id and instant. */
  wallets: Map<string, Wallet>;
}

const at = ({ id, now }: ResourceRequest['wallets'][number]): string => `${id} ${now}`;

/** Reads the transactions and wallets of many messages at once. */
const shownToWebhooks = sharedStatement(
  async (transaction: TenantTransaction, requests: ResourceRequest[]): Promise<Shown[]> => {
    const updates = requests.flatMap((one) => one.wallets);
    const transactionIds = requests.flatMap((one) => one.transactionIds);
    const rows = transactionIds.length === 0 ? [] : await shownTransactions(transaction, transactionIds);
    const ids = new Set([...rows.map((row) => row.wallet_id), ...updates.map(({ id }) => id)]);
    const wallets = await walletsByIds(transaction, [...ids]);
    const shown = await presentPlainWallets(transaction, wallets);
    const resources: Shown = { transactions: new Map(), wallets: new Map() };
    const plainOf = new Map(shown.map((plain) => [plain.svc_id, plain]));
    const walletOf = new Map(wallets.map((wallet) => [wallet.id, wallet]));
    for (const row of rows) {
      const [plain, wallet] = [plainOf.get(row.wallet_id), walletOf.get(row.wallet_id)];
      if (!plain || !wallet) throw new Error(`no wallet ${row.wallet_id}`);
      resources.transactions.set(row.id, { ...presentRow(row, wallet, plain.billing_entity_code), wallet: plain });
    }
    for (const [instant, ofInstant] of groupBy(updates, ({ now }) => String(now))) {
      const requestedIds = new Set(ofInstant.map(({ id }) => id));
      const requestedWallets = wallets.filter(({ id }) => requestedIds.has(id));
      const plain = requestedWallets.map(({ id }) => plainOf.get(id) as PlainWallet);
      for (const wallet of await presentWallets(transaction, requestedWallets, Number(instant), plain))
        resources.wallets.set(at({ id: wallet.svc_id, now: Number(instant) }), wallet);
    }
    return requests.map(() => resources);
  },
);

/** Reads a transaction with its wallet for a webhook (webhooks, section 4). */
export async function readTransactionWebhookResource(
  transaction: TenantTransaction,
  id: string,
): Promise<PublishedTransaction> {
  const { transactions } = await shownToWebhooks(transaction, { transactionIds: [id], wallets: [] });
  const shown = transactions.get(id);
  if (!shown) throw new Error(`no wallet transaction ${id}`);
  return shown;
}

/** Reads a wallet with its rules for a webhook (webhooks, section 4). */
export async function readWalletWebhookResource(
  transaction: TenantTransaction,
  id: string,
  now: Instant,
): Promise<Omit<Wallet, 'applies_to'>> {
  const { wallets } = await shownToWebhooks(transaction, { transactionIds: [], wallets: [{ id, now }] });
  const wallet = wallets.get(at({ id, now }));
  if (!wallet) throw new Error(`no wallet ${id}`);
  const { applies_to: _, ...shown } = wallet;
  return shown;
}

/** Reads a wallet without its rules, for webhooks about other resources. */
export async function readPlainWalletResource(transaction: TenantTransaction, id: string): Promise<PlainWallet> {
  const row = await findWallet(transaction, id);
  if (!row) throw new Error(`no wallet ${id}`);
  const [wallet] = await presentPlainWallets(transaction, [row]);
  return wallet as PlainWallet;
}
