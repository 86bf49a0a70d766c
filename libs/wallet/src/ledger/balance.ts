import { sql } from 'kysely';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import type { WalletRow } from '../rows/wallets.repository.js';
import { tables } from '../tables/wallet.tables.js';
import { lookAtAlerts } from '../watch/alert-looks.js';

/** What comes onto a wallet, or goes off it; the caller holds the wallet. */
export interface BalanceChange {
  amountCents: bigint;
  credits: Decimal;
  /** Unix milliseconds. */
  now: Instant;
}

/** Credits come onto a wallet (wallets, section 3.6). @param givenBack whether they were consumed before, and are not any more */
export async function raiseBalance(
  transaction: TenantTransaction,
  wallet: WalletRow,
  { amountCents, credits, now }: BalanceChange,
  { givenBack } = { givenBack: false },
): Promise<WalletRow> {
  const at = new Date(now);
  const back = givenBack ? credits.toFixed() : '0';
  const raised = await tables(transaction)
    .updateTable('wallet.wallets')
    .set({
      balance_cents: sql`balance_cents + ${amountCents}`,
      credits_balance: sql`credits_balance + ${credits.toFixed()}`,
      consumed_credits: sql`greatest(consumed_credits - ${back}, 0)`,
      last_balance_sync_at: at,
      updated_at: at,
    })
    .where('id', '=', wallet.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tellBalance(transaction, raised, now);
  return raised;
}

/** Credits go off a wallet: what is voided counts as consumed, too (wallets, section 3.6). @param told false where it is told later */
export async function lowerBalance(
  transaction: TenantTransaction,
  wallet: WalletRow,
  { amountCents, credits, now }: BalanceChange,
  { told } = { told: true },
): Promise<WalletRow> {
  const at = new Date(now);
  const lowered = await tables(transaction)
    .updateTable('wallet.wallets')
    .set({
      balance_cents: sql`balance_cents - ${amountCents}`,
      credits_balance: sql`credits_balance - ${credits.toFixed()}`,
      consumed_credits: sql`consumed_credits + ${credits.toFixed()}`,
      last_balance_sync_at: at,
      last_consumed_credit_at: at,
      updated_at: at,
    })
    .where('id', '=', wallet.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (told) await tellBalance(transaction, lowered, now);
  return lowered;
}

/** Tells the outside that a balance is another, and of what its alerts watch (wallets, section 7). */
export async function tellBalance(transaction: TenantTransaction, wallet: WalletRow, now: Instant): Promise<void> {
  await transaction.append('wallet.updated', wallet.customer_id, { wallet_id: wallet.id }, now);
  await lookAtAlerts(transaction, [wallet], now);
}
