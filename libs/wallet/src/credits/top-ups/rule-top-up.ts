import { sql } from 'kysely';
import { ValidationFailed, type TenantTransaction, type Instant } from '@tollgate/platform';
import { HOUR, isBelowThreshold, topUpCredits } from '@tollgate/rating';
import { sectionsOfRule } from '../../model/custom-sections/section-selection.js';
import { activeRulesOf, type RuleRow } from '../../model/repositories/recurring-rules.repository.js';
import { pendingCredits } from '../../model/repositories/transactions.repository.js';
import type { WalletRow } from '../../model/repositories/wallets.repository.js';
import { ruleOf, topUpRequest, walletToTopUp } from './rule-top-up.rules.js';
import { validateTopUp, topUp } from './top-up.js';

/**
 * Tops up a wallet by a rule (wallets, section 2.6); skips a top-up outside the limits. The caller holds the wallet.
 * @returns whether it topped up
 */
export async function topUpByRule(
  transaction: TenantTransaction,
  wallet: WalletRow,
  rule: RuleRow,
  now: Instant,
): Promise<boolean> {
  const credits = topUpCredits(ruleOf(rule), walletToTopUp(wallet, rule, await pendingCredits(transaction, wallet.id)));
  const { paidCredits, grantedCredits } = credits;
  if (paidCredits.isZero() && grantedCredits.isZero()) return false;
  const request = topUpRequest(wallet, rule, credits, await sectionsOfRule(transaction, rule));
  try {
    validateTopUp(wallet, request);
  } catch (error) {
    if (error instanceof ValidationFailed) return false;
    throw error;
  }
  await topUp(transaction, wallet, request, now);
  return true;
}

/**
 * Tops up a wallet when its ongoing balance is at or below the threshold of its first threshold rule (wallets, section
 * 2.6). The caller holds the wallet, and calls this after each change of the balance.
 * @returns whether it topped up
 */
export async function topUpBelowThreshold(
  transaction: TenantTransaction,
  wallet: WalletRow,
  now: Instant,
): Promise<boolean> {
  if (wallet.status !== 'active') return false;
  const rules = await activeRulesOf(transaction, [wallet.id], now);
  const rule = rules.find(({ trigger }) => trigger === 'threshold');
  if (!rule) return false;
  const state = walletToTopUp(wallet, rule, await pendingCredits(transaction, wallet.id));
  if (!isBelowThreshold(ruleOf(rule), state)) return false;
  if (topUpCredits(ruleOf(rule), state).paidCredits.gt(0) && (await wasDeclined(transaction, wallet.id, now)))
    return false;
  return topUpByRule(transaction, wallet, rule, now);
}

/** Checks whether a payment of such a top-up failed within the last hour without a later success. */
async function wasDeclined(transaction: TenantTransaction, walletId: string, now: Instant): Promise<boolean> {
  const { rows } = await sql`
    select from wallet.transactions failed
    where failed.wallet_id = ${walletId} and failed.status = 'failed' and failed.source = 'threshold'
      and failed.transaction_status = 'purchased' and failed.failed_at > ${new Date(now - HOUR)}
      and not exists (
        select from wallet.transactions settled
        where settled.wallet_id = ${walletId} and settled.status = 'settled'
          and settled.transaction_status = 'purchased' and settled.settled_at >= failed.failed_at)
    limit 1
  `.execute(transaction);
  return rows.length > 0;
}
