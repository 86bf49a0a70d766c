import { Decimal, type TopUpCredits, type TopUpRule, type WalletToTopUp } from '@tollgate/rating';
import { hasOwnPaymentMethod } from '@tollgate/subscription/reader';
import type { ChosenSections } from '../../model/custom-sections/section-selection.js';
import type { RuleRow } from '../../model/rules/recurring-rules.repository.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { creditsFor } from '../../model/inputs/credit-inputs.js';
import type { TopUp } from './top-up.js';

/** Converts a row into a rule of the computation. */
export const ruleOf = (rule: RuleRow): TopUpRule => ({
  trigger: rule.trigger,
  method: rule.method,
  paidCredits: new Decimal(rule.paid_credits),
  grantedCredits: new Decimal(rule.granted_credits),
  grantsTarget: rule.grants_target_top_up,
  thresholdCredits: new Decimal(rule.threshold_credits),
  targetCredits: rule.target_ongoing_balance === null ? null : new Decimal(rule.target_ongoing_balance),
});

/**
 * Converts a wallet into the input of a rule; without its limits when the rule ignores them (wallets, section 2.6).
 * @param pending the credits of its pending transactions
 */
export function walletToTopUp(wallet: WalletRow, rule: RuleRow, pending: string): WalletToTopUp {
  const limit = (cents: bigint | null) =>
    cents === null || rule.ignore_paid_top_up_limits ? null : creditsFor(cents, wallet).creditAmount;
  return {
    ongoingCredits: new Decimal(wallet.credits_ongoing_balance),
    pendingCredits: new Decimal(pending),
    minimumCredits: limit(wallet.paid_top_up_min_amount_cents),
    maximumCredits: limit(wallet.paid_top_up_max_amount_cents),
  };
}

/** The top-up of a rule: its fields come from the rule, then from the wallet (wallets, section 2.6). */
export const topUpRequest = (
  wallet: WalletRow,
  rule: RuleRow,
  { paidCredits, grantedCredits }: TopUpCredits,
  sections: ChosenSections | undefined,
): TopUp => ({
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
    sections,
  },
});
