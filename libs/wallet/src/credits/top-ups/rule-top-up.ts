import { ValidationFailed, type TenantTransaction, type Instant } from '@tollgate/platform';
import { isBelowThreshold, topUpCredits } from '@tollgate/rating';
import type { AutomaticCharges } from '../../automatic-charges.js';
import { sectionsOfRule } from '../../model/custom-sections/section-selection.js';
import { activeRulesOf, type RuleRow } from '../../model/rules/recurring-rules.repository.js';
import { pendingCredits } from '../../model/transactions/transactions.repository.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { hasToWait, invoicesToReplace, methodOfRule } from './declined-top-ups.js';
import { ruleOf, topUpRequest, walletToTopUp } from './rule-top-up.rules.js';
import { changeCredits, type CreditChanges } from '../ledger/credit-changes.js';
import { checkTopUp } from './top-up.js';

/**
 * Tops up a wallet by a rule (wallets, section 2.6); skips a top-up outside the limits. It also skips the sale of credits
 * by a method that was declined for good (webhooks, section 11.4). The caller holds the wallet.
 * @returns whether it topped up
 */
export async function topUpByRule(
  charges: AutomaticCharges,
  transaction: TenantTransaction,
  wallet: WalletRow,
  rule: RuleRow,
  now: Instant,
): Promise<boolean> {
  const credits = topUpCredits(ruleOf(rule), walletToTopUp(wallet, rule, await pendingCredits(transaction, wallet.id)));
  const { paidCredits, grantedCredits } = credits;
  if (paidCredits.isZero() && grantedCredits.isZero()) return false;
  if (paidCredits.gt(0) && (await methodOfRule(charges, transaction, wallet, rule))?.isDeclined) return false;
  const request = topUpRequest(wallet, rule, credits, await sectionsOfRule(transaction, rule));
  request.fields.replacedInvoiceIds = await invoicesToReplace(transaction, wallet.id, rule.trigger);
  let changes: CreditChanges;
  try {
    changes = checkTopUp(wallet, request);
  } catch (error) {
    if (error instanceof ValidationFailed) return false;
    throw error;
  }
  await changeCredits(transaction, wallet, changes, request.fields, now);
  return true;
}

/**
 * Tops up a wallet when its ongoing balance is at or below the threshold of its first threshold rule (wallets, section
 * 2.6). The caller holds the wallet, and calls this after each change of the balance.
 * @returns whether it topped up
 */
export async function topUpBelowThreshold(
  charges: AutomaticCharges,
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
  if (topUpCredits(ruleOf(rule), state).paidCredits.gt(0)) {
    const method = await methodOfRule(charges, transaction, wallet, rule);
    if (await hasToWait(charges, transaction, { walletId: wallet.id, method, now })) return false;
  }
  return topUpByRule(charges, transaction, wallet, rule, now);
}
