import { newId, type Instant, type TenantTransaction } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import type { ReservedAmount } from '../../model/reservations/reserved-credits.repository.js';
import type { TransactionRow } from '../../model/transactions/transactions.repository.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { withAmount, type ChangedBalance } from '../alert-evaluation/alert-evaluations.rules.js';

interface WalletUse {
  row: Pick<TransactionRow, 'id' | 'amount_cents' | 'credit_amount'>;
  wallet: WalletRow;
}

/** The credits that an invoice used, of one wallet or several. */
export interface InvoiceUse {
  used: WalletUse[];
  /** Unix milliseconds. */
  now: Instant;
}

/** Publishes the used credits, one message an invoice, when a usage snapshot recomputes the balances anyway. */
export async function publishAllUsed(transaction: TenantTransaction, uses: InvoiceUse[]): Promise<void> {
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
}

/**
 * Derives each wallet's balance after each use.
 * @param uses in their order; their wallets show the balance after the last use
 */
export function balancesAfter(uses: InvoiceUse[]): ChangedBalance[] {
  const later = new Map<string, ReservedAmount>();
  return uses
    .flatMap(({ used, now }) => used.map((use) => ({ ...use, now })))
    .reverse()
    .map(({ row, wallet, now }) => {
      const more = later.get(wallet.id);
      later.set(wallet.id, {
        cents: (more?.cents ?? 0n) + row.amount_cents,
        credits: (more?.credits ?? new Decimal(0)).plus(row.credit_amount),
      });
      return { wallet: withAmount(wallet, more), now };
    })
    .reverse();
}
