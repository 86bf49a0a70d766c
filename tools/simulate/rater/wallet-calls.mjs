// Calls about wallets, as the reference describes their effects (wallets, sections 2 and 3).
import { rational } from './rational.mjs';
import { addRule, endWallet } from './top-up-rules.mjs';
import { isTopUpAllowed, isWithin, topUp, voidCredits, worth } from './wallets.mjs';

const mostActive = 6;
const cents = (value) => (value === undefined || value === null ? null : BigInt(value));
const savedWallet = (world, id) => world.saved.get(/^\{\{(\w+)\}\}$/.exec(id)?.[1]);

/** @returns whether a wallet's limits allow the sale of its rule */
const allows = (wallet, rule) =>
  rule.ignore_paid_top_up_limits === true || isLimited(wallet, rational(rule.paid_credits ?? 0));
const isLimited = (wallet, paid) => paid.isZero() || isWithin(wallet, worth(wallet, paid));

/**
 * The calls by method and resource. Each is called with the world as `this`, and returns its status unless that is 200.
 */
export const walletCalls = {
  'POST wallets'({ wallet: w }, _id, step) {
    const customer = this.customers.get(w.external_customer_id);
    const active = this.wallets.filter((one) => one.customer === customer && one.status === 'active');
    if (!customer || active.length >= mostActive) return 422;
    if (w.expiration_at && Date.parse(w.expiration_at) <= this.now) return 422;
    if (active.some(({ code }) => code === w.code)) return 422;
    const wallet = {
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
      createdAt: this.now,
      place: this.places++,
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
    const hasAmounts = (rule) => rule.paid_credits !== undefined || rule.granted_credits !== undefined;
    if (!rules.every((rule) => allows(wallet, hasAmounts(rule) ? rule : { ...rule, ...defaults }))) return 422;
    this.wallets.push(wallet);
    this.save(step, wallet);
    for (const rule of rules) addRule(this, wallet, rule, defaults);
    topUp(this, wallet, { ...first, ignoreLimits, priority: w.transaction_priority ?? 50 });
    return undefined;
  },

  'PUT wallets'({ wallet: w }, id) {
    const wallet = savedWallet(this, id);
    if (!wallet) return 404;
    if (wallet.status !== 'active') return 422;
    if (w.expiration_at && Date.parse(w.expiration_at) <= this.now) return 422;
    const rules = w.recurring_transaction_rules;
    if (rules && !rules.every((rule) => allows(wallet, rule))) return 422;
    if (w.priority !== undefined) wallet.priority = w.priority;
    if (w.expiration_at !== undefined) wallet.endsAt = w.expiration_at ? Date.parse(w.expiration_at) : Infinity;
    wallet.feeTypes = w.applies_to?.fee_types ?? wallet.feeTypes;
    wallet.metrics = w.applies_to?.billable_metric_codes ?? [];
    if (!rules) return undefined;
    wallet.rules = [];
    for (const rule of rules) addRule(this, wallet, rule);
    return undefined;
  },

  'DELETE wallets'(_body, id) {
    const wallet = savedWallet(this, id);
    if (!wallet) return 404;
    endWallet(wallet);
    return undefined;
  },

  'POST wallet_transactions'({ wallet_transaction: t }) {
    const wallet = savedWallet(this, t.wallet_id);
    if (wallet?.status !== 'active') return 422;
    const voided = rational(t.voided_credits ?? 0);
    const requestedCredits = { paid: t.paid_credits ?? '0', granted: t.granted_credits ?? '0' };
    // A void of parts of a cent may have moved credits below zero; top-ups stay possible.
    if (!voided.isZero() && voided.greaterThan(wallet.credits)) return 422;
    if (!isTopUpAllowed(wallet, requestedCredits)) return 422;
    const priority = t.priority ?? 50;
    if (!voided.isZero()) return voidCredits(this, wallet, voided, { priority }) ? 200 : 422;
    const requiresPayment = t.invoice_requires_successful_payment ?? wallet.requiresPayment;
    topUp(this, wallet, { ...requestedCredits, priority, requiresPayment });
    return undefined;
  },
};
