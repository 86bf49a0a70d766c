import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { anything, decimalString } from '../http/fields.js';
import { pagination, query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { expected, strictly } from '../http/strict.js';
import { described, texts } from '../http/texts.js';
import { RecurringTransactionRule, walletStatuses } from './wallet-fields.js';
import { WalletTransaction } from './wallet-transactions.js';
import { Wallet } from './wallets.js';

/** A rule that tops up a wallet, as its customer sees it. */
export const PortalTopUpRule = described(
  RecurringTransactionRule.pick({
    svc_id: true,
    trigger: true,
    method: true,
    interval: true,
    paid_credits: true,
    granted_credits: true,
    grants_target_top_up: true,
    threshold_credits: true,
    target_ongoing_balance: true,
    started_at: true,
    expiration_at: true,
  }),
  'A rule that tops up a wallet, in the customer portal',
);

/** A wallet, as its customer sees it. */
export const PortalWallet = described(
  Wallet.pick({
    svc_id: true,
    name: true,
    code: true,
    status: true,
    priority: true,
    currency: true,
    rate_amount: true,
    credits_balance: true,
    balance_cents: true,
    consumed_credits: true,
    ongoing_balance_cents: true,
    ongoing_usage_balance_cents: true,
    credits_ongoing_balance: true,
    credits_ongoing_usage_balance: true,
    paid_top_up_min_amount_cents: true,
    paid_top_up_max_amount_cents: true,
    expiration_at: true,
    terminated_at: true,
    last_balance_sync_at: true,
    created_at: true,
  }).extend({ recurring_transaction_rules: z.array(PortalTopUpRule) }),
  'A wallet in the customer portal',
);
export type PortalWallet = z.infer<typeof PortalWallet>;

/** A purchase of credits, as its customer sees it. */
export const PortalWalletTransaction = described(
  WalletTransaction.pick({
    svc_id: true,
    svc_wallet_id: true,
    status: true,
    transaction_status: true,
    amount: true,
    credit_amount: true,
    name: true,
    settled_at: true,
    created_at: true,
  }),
  'A purchase of credits in the customer portal',
);
export type PortalWalletTransaction = z.infer<typeof PortalWalletTransaction>;

// The credits have an order of validation and codes of their own (wallets, section 3.4).
export const PortalTopUp = described(
  body({ paid_credits: described(expected(strictly(anything(), decimalString())), ...texts.paidCredits) }),
  'Credits to buy',
);
export type PortalTopUp = BodyInput<typeof PortalTopUp>;

export const PortalWalletFilters = query({
  ...pagination,
  status: described(queryChoice(walletStatuses), ...texts.filteredState),
  currency: described(queryText(), ...texts.currency),
});
export type PortalWalletFilters = QueryInput<typeof PortalWalletFilters>;
