import { newId, type Instant, type TenantTransaction } from '@tollgate/platform';
import type { TransactionRow } from '../rows/transactions.repository.js';
import type { WalletRow } from '../rows/wallets.repository.js';
import { lookAtBalances } from './balance.js';

interface WalletUse {
  row: Pick<TransactionRow, 'id'>;
  wallet: WalletRow;
}

/** What an invoice used, of one wallet or of several. */
export interface InvoiceUse {
  used: WalletUse[];
  /** Unix milliseconds. */
  now: Instant;
}

/** Tells the outside of what invoices used, each by one message, where it is measured anyway what that leaves of wallets. */
export async function tellAllUsed(transaction: TenantTransaction, uses: InvoiceUse[]): Promise<void> {
  await transaction.appendAll(
    'wallet.credits_used',
    uses.map(({ used, now: occurredAt }) => ({
      id: newId(),
      key: (used[0] as WalletUse).wallet.customer_id,
      occurredAt,
      payload: {
        created: used.map(({ row }) => ({ id: newId(), wallet_transaction_id: row.id })),
        updated: used.map(({ wallet }) => ({ id: newId(), wallet_id: wallet.id })),
      },
    })),
  );
  await lookAtBalances(
    transaction,
    uses.flatMap(({ used, now }) => used.map(({ wallet }) => ({ wallet, now }))),
  );
}
