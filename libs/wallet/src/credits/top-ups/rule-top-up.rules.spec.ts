import { describe, expect, it } from '@jest/globals';
import { Decimal, topUpCredits } from '@tollgate/rating';
import { ruleRow, walletRow } from '../../model/wallets/rows.fixture.js';
import type { RuleRow } from '../../model/rules/recurring-rules.repository.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import { ruleOf, topUpRequest, walletToTopUp } from './rule-top-up.rules.js';

const credits = { paidCredits: new Decimal(10), grantedCredits: new Decimal(0) };
const sections = { skips: false, ids: [] };
const request = (wallet: Partial<WalletRow> = {}, rule: Partial<RuleRow> = {}) =>
  topUpRequest(walletRow(wallet), ruleRow(rule), credits, sections);

/** The paid and granted credits of a rule's top-up. */
const amounts = (rule: Partial<RuleRow>, wallet: Partial<WalletRow>, pending = '0') => {
  const row = ruleRow(rule);
  const { paidCredits, grantedCredits } = topUpCredits(ruleOf(row), walletToTopUp(walletRow(wallet), row, pending));
  return [paidCredits.toFixed(), grantedCredits.toFixed()];
};

describe('the amounts of a rule (wallets, section 2.6, "Amounts")', () => {
  const interval = { trigger: 'interval', paid_credits: '7', granted_credits: '3' } as const;
  const threshold = { ...interval, trigger: 'threshold', threshold_credits: '10' } as const;
  const target = { method: 'target', target_ongoing_balance: '100' } as const;

  it('are those of a fixed rule with an interval, whatever the balance', () => {
    expect(amounts(interval, { credits_ongoing_balance: '-500' })).toEqual(['7', '3']);
  });

  it.each([
    ['-429.8', '0', '0', null, '450'],
    ['-39', '0', '0', null, '50'],
    ['-429.8', '0', '50', null, '400'],
    ['-429.8', '50', '0', null, '400'],
    ['-429.8', '0', '0', 10_000n, '100'],
  ])(
    'lift a wallet of %s over its threshold (granted %s, pending %s, maximum %s)',
    (left, granted, pending, max, sold) => {
      const rule = { ...threshold, paid_credits: '50', granted_credits: granted };
      const wallet = { credits_ongoing_balance: left, paid_top_up_max_amount_cents: max };
      expect(amounts(rule, wallet, pending)).toEqual([sold, granted]);
    },
  );

  it('fill a wallet up to the target', () => {
    expect(amounts(target, { credits_ongoing_balance: '30' })).toEqual(['70', '0']);
    expect(amounts({ ...target, grants_target_top_up: true }, { credits_ongoing_balance: '30' })).toEqual(['0', '70']);
    expect(amounts(target, { credits_ongoing_balance: '100' })).toEqual(['0', '0']);
    expect(amounts(target, { credits_ongoing_balance: '120' })).toEqual(['0', '0']);
  });

  it("raise a sold gap to the wallet's minimum, in credits, and never lower it to the maximum", () => {
    // At two euros a credit, 90 euros are 45 credits.
    const wallet = { credits_ongoing_balance: '90', rate_amount: '2', paid_top_up_min_amount_cents: 9_000n };
    expect(amounts(target, wallet)).toEqual(['45', '0']);
    expect(amounts({ ...target, ignore_paid_top_up_limits: true }, wallet)).toEqual(['10', '0']);
    expect(amounts({ ...target, grants_target_top_up: true }, wallet)).toEqual(['0', '10']);
    expect(amounts(target, { credits_ongoing_balance: '0', paid_top_up_max_amount_cents: 500n })).toEqual(['100', '0']);
  });

  it('ignore the maximum when the rule ignores the limits', () => {
    const wallet = { credits_ongoing_balance: '-429.8', paid_top_up_max_amount_cents: 10_000n };
    const rule = { ...threshold, paid_credits: '50', granted_credits: '0', ignore_paid_top_up_limits: true };
    expect(amounts(rule, wallet)).toEqual(['450', '0']);
  });
});

describe('the top-up of a rule (wallets, section 2.6)', () => {
  it("has the rule's trigger as its source, and the rule's texts", () => {
    const transaction_metadata = [{ key: 'a', value: 'b' }];
    const rule = { trigger: 'threshold', transaction_name: 'Refill', transaction_metadata } as const;
    expect(request({}, rule)).toMatchObject({
      ...credits,
      fields: { source: 'threshold', name: 'Refill', metadata: transaction_metadata, ruleId: 'rule', sections },
    });
  });

  it("has the rule's purchase order number, else the wallet's", () => {
    const wallet = { purchase_order_number: 'of the wallet' };
    expect(request(wallet, { purchase_order_number: 'of the rule' }).fields.purchaseOrderNumber).toBe('of the rule');
    expect(request(wallet).fields.purchaseOrderNumber).toBe('of the wallet');
  });

  it('requires a payment as the rule says, not as the wallet says', () => {
    const requires = (of: boolean) => ({ invoice_requires_successful_payment: of });
    expect(request(requires(true), requires(false)).fields.requiresPayment).toBe(false);
    expect(request(requires(false), requires(true)).fields.requiresPayment).toBe(true);
  });

  it('skips the limits with a target, or when the rule ignores them', () => {
    expect(request().ignoreLimits).toBe(false);
    expect(request({}, { method: 'target' }).ignoreLimits).toBe(true);
    expect(request({}, { ignore_paid_top_up_limits: true }).ignoreLimits).toBe(true);
  });

  it("is paid by the rule's own method, else by the wallet's (webhooks, section 14)", () => {
    const type = (wallet: Partial<WalletRow>, rule: Partial<RuleRow>) => request(wallet, rule).fields.paymentMethodType;
    expect(type({ payment_method_type: 'manual' }, {})).toBe('manual');
    expect(type({}, { payment_method_type: 'manual' })).toBe('manual');
    expect(type({ payment_method_type: 'manual' }, { payment_method_id: 'method' })).toBe('provider');
  });
});
