import { sql } from 'kysely';
import { ValidationFailed, type TenantTransaction, type Instant } from '@tollgate/platform';
import { Decimal, HOUR, isBelowThreshold, topUpCredits, type TopUpRule, type WalletToTopUp } from '@tollgate/rating';
import { hasOwnPaymentMethod } from '@tollgate/subscription/reader';
import { sectionsOfRule } from '../../model/custom-sections/section-selection.js';
import { activeRulesOf, type RuleRow } from '../../model/repositories/recurring-rules.repository.js';
import { pendingCredits } from '../../model/repositories/transactions.repository.js';
import type { WalletRow } from '../../model/repositories/wallets.repository.js';
import { creditsFor } from '../../model/inputs/credit-inputs.js';
import { validateTopUp, topUp, type TopUp } from './top-up.js';

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
  const state = await walletToTopUp(transaction, wallet, rule);
  const { paidCredits, grantedCredits } = topUpCredits(ruleOf(rule), state);
  if (paidCredits.isZero() && grantedCredits.isZero()) return false;
  const request: TopUp = {
    paidCredits,
    grantedCredits,
    ignoreLimits: rule.method === 'target' || rule.ignore_paid_top_up_limits,
    fields: {
      source: rule.trigger,
      name: rule.transaction_name,
      metadata: rule.transaction_metadata,
      purchaseOrderNumber: rule.purchase_order_number ?? wallet.purchase_order_number,
      requiresPayment: rule.invoice_requires_successful_payment,
      // Without its own method, the wallet's method applies (webhooks, section 14).
      paymentMethodType: hasOwnPaymentMethod(rule) ? rule.payment_method_type : wallet.payment_method_type,
      ruleId: rule.id,
      sections: await sectionsOfRule(transaction, rule),
    },
  };
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
  const state = await walletToTopUp(transaction, wallet, rule);
  if (!isBelowThreshold(ruleOf(rule), state)) return false;
  if (topUpCredits(ruleOf(rule), state).paidCredits.gt(0) && (await wasDeclined(transaction, wallet.id, now)))
    return false;
  return topUpByRule(transaction, wallet, rule, now);
}

const ruleOf = (rule: RuleRow): TopUpRule => ({
  trigger: rule.trigger,
  method: rule.method,
  paidCredits: new Decimal(rule.paid_credits),
  grantedCredits: new Decimal(rule.granted_credits),
  grantsTarget: rule.grants_target_top_up,
  thresholdCredits: new Decimal(rule.threshold_credits),
  targetCredits: rule.target_ongoing_balance === null ? null : new Decimal(rule.target_ongoing_balance),
});

async function walletToTopUp(transaction: TenantTransaction, wallet: WalletRow, rule: RuleRow): Promise<WalletToTopUp> {
  const limit = (cents: bigint | null) =>
    cents === null || rule.ignore_paid_top_up_limits ? null : creditsFor(cents, wallet).creditAmount;
  return {
    ongoingCredits: new Decimal(wallet.credits_ongoing_balance),
    pendingCredits: new Decimal(await pendingCredits(transaction, wallet.id)),
    minimumCredits: limit(wallet.paid_top_up_min_amount_cents),
    maximumCredits: limit(wallet.paid_top_up_max_amount_cents),
  };
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
