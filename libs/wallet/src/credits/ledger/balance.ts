import { sql } from 'kysely';
import { newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { Decimal } from '@tollgate/rating';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { tables } from '../../model/wallet.tables.js';
import type { ChangedBalance } from '../alert-evaluation/alert-evaluations.rules.js';
import { evaluateAlerts } from '../alert-evaluation/evaluate-alerts.js';

/** An amount that a wallet gains or loses; the caller holds the wallet. */
export interface BalanceChange {
  amountCents: bigint;
  credits: Decimal;
  /** Unix milliseconds. */
  now: Instant;
}

/**
 * Raises a wallet's balance (wallets, section 3.6).
 * @param returned whether the credits return from an earlier consumption
 */
export async function raiseBalance(
  transaction: TenantTransaction,
  wallet: WalletRow,
  { amountCents, credits, now }: BalanceChange,
  { returned } = { returned: false },
): Promise<WalletRow> {
  const at = new Date(now);
  const back = returned ? credits.toFixed() : '0';
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
  await publishBalances(transaction, [{ wallet: raised, now }]);
  return raised;
}

/** Lowers a wallet's balance; voided credits count as consumed, too (wallets, section 3.6). */
export async function lowerBalance(
  transaction: TenantTransaction,
  wallet: WalletRow,
  change: BalanceChange,
): Promise<WalletRow> {
  const [lowered] = await lowerBalances(transaction, [{ walletId: wallet.id, ...change }]);
  await publishBalances(transaction, [{ wallet: lowered as WalletRow, now: change.now }]);
  return lowered as WalletRow;
}

/** Lowers several balances, each wallet once, without a message. @returns the changed wallets */
export async function lowerBalances(
  transaction: TenantTransaction,
  changes: (BalanceChange & { walletId: string })[],
): Promise<WalletRow[]> {
  if (changes.length === 0) return [];
  const { rows } = await sql<WalletRow>`
    update wallet.wallets as wallet
    set balance_cents = wallet.balance_cents - change.cents,
        credits_balance = wallet.credits_balance - change.credits,
        consumed_credits = wallet.consumed_credits + change.credits,
        last_balance_sync_at = change.at, last_consumed_credit_at = change.at, updated_at = change.at
    from unnest(
      ${changes.map(({ walletId }) => walletId)}::uuid[],
      ${changes.map(({ amountCents }) => amountCents.toString())}::bigint[],
      ${changes.map(({ credits }) => credits.toFixed())}::numeric[],
      ${changes.map(({ now }) => new Date(now).toISOString())}::timestamptz[]
    ) as change (id, cents, credits, at)
    where wallet.organization_id = ${transaction.organizationId} and wallet.id = change.id
    returning wallet.*
  `.execute(transaction);
  return rows;
}

/** Publishes the changed balances and evaluates their alerts (wallets, section 7). */
export async function publishBalances(transaction: TenantTransaction, changed: ChangedBalance[]): Promise<void> {
  await publishWalletsUpdated(transaction, changed);
  await evaluateAlerts(transaction, changed);
}

/** Publishes the changed balances without evaluating alerts. */
export async function publishWalletsUpdated(transaction: TenantTransaction, changed: ChangedBalance[]): Promise<void> {
  await transaction.appendAll(
    'wallet.updated',
    changed.map(({ wallet: { id, customer_id: key }, now: occurredAt }) => ({
      id: newId(),
      key,
      occurredAt,
      payload: { wallet_id: id },
    })),
  );
}
