// Calls about wallets, as the reference describes their effects (wallets, sections 2 and 3).
import type { RuleRequest, WalletChanges, WalletRequest, WalletTransactionRequest } from '../requests.ts';
import type { Calls } from './calls.ts';
import type { Wallet } from './model.ts';
import { type Rational, rational } from './rational.ts';
import { addRule, endWallet } from './top-up-rules.ts';
import { isTopUpAllowed, isWithin, topUp, voidCredits, worth } from './wallets.ts';

const mostActive = 6;
const cents = (value: number | undefined) => (value === undefined ? null : BigInt(value));

/** @returns whether a wallet's limits allow the sale of its rule */
const allows = (wallet: Wallet, rule: Partial<RuleRequest>): boolean =>
  rule.ignore_paid_top_up_limits === true || isLimited(wallet, rational(rule.paid_credits ?? 0));
const isLimited = (wallet: Wallet, paid: Rational) => paid.isZero() || isWithin(wallet, worth(wallet, paid));

export const walletCalls: Calls = {
  'POST wallets'(world, { wallet: w }: { wallet: WalletRequest }, _id, step) {
    const customer = world.customers.get(w.external_customer_id);
    const active = world.wallets.filter((one) => one.customer === customer && one.status === 'active');
    if (!customer || active.length >= mostActive) return 422;
    if (w.expiration_at && Date.parse(w.expiration_at) <= world.now) return 422;
    if (active.some(({ code }) => code === w.code)) return 422;
    const wallet: Wallet = {
      customer,
      code: w.code,
      currency: w.currency,
      rate: rational(w.rate_amount),
      priority: w.priority ?? 50,
      status: 'active',
      balance: 0n,
      credits: rational(0),
      consumed: rational(0),
      transactions: [],
      feeTypes: w.applies_to?.fee_types ?? [],
      metrics: w.applies_to?.billable_metric_codes ?? [],
      rules: [],
      createdAt: world.now,
      place: world.places++,
      endsAt: w.expiration_at ? Date.parse(w.expiration_at) : Infinity,
      requiresPayment: w.invoice_requires_successful_payment === true,
      least: cents(w.paid_top_up_min_amount_cents),
      most: cents(w.paid_top_up_max_amount_cents),
    };
    const first = { paid: w.paid_credits ?? '0', granted: w.granted_credits ?? '0' };
    const defaults = { paid_credits: first.paid, granted_credits: first.granted };
    const ignoreLimits = w.ignore_paid_top_up_limits_on_creation === true;
    if (!isTopUpAllowed(wallet, { ...first, ignoreLimits })) return 422;
    const rules = w.recurring_transaction_rules ?? [];
    const hasAmounts = (rule: RuleRequest) => rule.paid_credits !== undefined || rule.granted_credits !== undefined;
    if (!rules.every((rule) => allows(wallet, hasAmounts(rule) ? rule : { ...rule, ...defaults }))) return 422;
    world.wallets.push(wallet);
    world.saved.wallets.save(step, wallet);
    for (const rule of rules) addRule(world, wallet, rule, defaults);
    topUp(world, wallet, { ...first, ignoreLimits, priority: w.transaction_priority ?? 50 });
  },

  'PUT wallets'(world, { wallet: w }: { wallet: WalletChanges }, id) {
    const wallet = world.saved.wallets.get(id);
    if (!wallet) return 404;
    if (wallet.status !== 'active') return 422;
    if (w.expiration_at && Date.parse(w.expiration_at) <= world.now) return 422;
    const rules = w.recurring_transaction_rules;
    if (rules && !rules.every((rule) => allows(wallet, rule))) return 422;
    if (w.priority !== undefined) wallet.priority = w.priority;
    if (w.expiration_at !== undefined) wallet.endsAt = w.expiration_at ? Date.parse(w.expiration_at) : Infinity;
    wallet.feeTypes = w.applies_to?.fee_types ?? wallet.feeTypes;
    wallet.metrics = w.applies_to?.billable_metric_codes ?? [];
    if (!rules) return;
    wallet.rules = [];
    for (const rule of rules) addRule(world, wallet, rule);
  },

  'DELETE wallets'(world, _body, id) {
    const wallet = world.saved.wallets.get(id);
    if (!wallet) return 404;
    endWallet(wallet);
  },

  'POST wallet_transactions'(world, { wallet_transaction: t }: { wallet_transaction: WalletTransactionRequest }) {
    const wallet = world.saved.wallets.get(t.wallet_id);
    if (wallet?.status !== 'active') return 422;
    const voided = rational(t.voided_credits ?? 0);
    const requestedCredits = { paid: t.paid_credits ?? '0', granted: t.granted_credits ?? '0' };
    // A void of parts of a cent may have moved credits below zero; top-ups stay possible.
    if (!voided.isZero() && voided.greaterThan(wallet.credits)) return 422;
    if (!isTopUpAllowed(wallet, requestedCredits)) return 422;
    const priority = t.priority ?? 50;
    if (!voided.isZero()) return voidCredits(world, wallet, voided, { priority }) ? 200 : 422;
    const requiresPayment = t.invoice_requires_successful_payment ?? wallet.requiresPayment;
    topUp(world, wallet, { ...requestedCredits, priority, requiresPayment });
  },
};
