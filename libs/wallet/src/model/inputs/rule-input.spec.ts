import { describe, expect, it } from '@jest/globals';
import { ruleRow, walletRow } from '../wallets/rows.fixture.js';
import { changedRule, isWithinLimits, readRule, type RuleInput } from './rule-input.js';

const now = Date.parse('2024-06-01T12:00:00Z');
const known = 'a3bb189e-8bf9-4c36-8d1e-3f5b1f1a2c4d';
const read = (fields: unknown) => readRule(fields, new Set([known]), now);
const accepted = (fields: object): RuleInput => {
  const rule = read(fields);
  if (!rule) throw new Error(`refused: ${JSON.stringify(fields)}`);
  return rule;
};

const monthly = { trigger: 'interval', interval: 'monthly' };
const threshold = { trigger: 'threshold', threshold_credits: '5' };
const pairs = (count: number) => Array.from({ length: count }, (_, i) => ({ key: `k${i}`, value: 'v' }));

describe('a top-up rule (wallets, section 2.6)', () => {
  it('has defaults', () => {
    expect(accepted(monthly)).toMatchObject({
      id: null,
      method: 'fixed',
      ownCredits: false,
      paid_credits: '0',
      granted_credits: '0',
      threshold_credits: '0',
      target_ongoing_balance: null,
      grants_target_top_up: false,
      ignore_paid_top_up_limits: false,
      invoice_requires_successful_payment: null,
      started_at: null,
      expiration_at: null,
      transaction_name: null,
      transaction_metadata: [],
      purchase_order_number: null,
      payment_method_type: 'provider',
      payment_method_id: null,
    });
  });

  it.each([
    ['no object', 'monthly'],
    ['null', null],
    ['a list', [monthly]],
    ['no trigger', { interval: 'monthly' }],
    ['an unknown trigger', { ...monthly, trigger: 'daily' }],
    ['an interval trigger without an interval', { trigger: 'interval' }],
    ['an unknown interval', { trigger: 'interval', interval: 'daily' }],
    ['an unknown method', { ...monthly, method: 'other' }],
    ['a threshold trigger without a threshold', { trigger: 'threshold' }],
    ['a threshold that is a number', { trigger: 'threshold', threshold_credits: 5 }],
    ['a threshold that is no number', { trigger: 'threshold', threshold_credits: 'low' }],
    ['a target method without a target', { ...monthly, method: 'target' }],
    ['a target that is a number', { ...monthly, method: 'target', target_ongoing_balance: 10 }],
    ['a target below the threshold', { ...threshold, method: 'target', target_ongoing_balance: '4.99999' }],
    ['paid credits that are a number', { ...monthly, paid_credits: 10 }],
    ['granted credits that are no number', { ...monthly, granted_credits: 'ten' }],
    ['negative paid credits alone', { ...monthly, paid_credits: '-1' }],
    ['paid and granted credits that are both bad', { ...monthly, paid_credits: 10, granted_credits: '-1' }],
    ['metadata that is no list', { ...monthly, transaction_metadata: {} }],
    ['metadata that is text', { ...monthly, transaction_metadata: 'a' }],
    ['a bad pair', { ...monthly, transaction_metadata: [{ key: 'a' }] }],
    ['a long key', { ...monthly, transaction_metadata: [{ key: 'k'.repeat(21), value: 'v' }] }],
    ['a long value', { ...monthly, transaction_metadata: [{ key: 'k', value: 'v'.repeat(101) }] }],
    ['six pairs', { ...monthly, transaction_metadata: pairs(6) }],
    ['an expiration that is now', { ...monthly, expiration_at: '2024-06-01T12:00:00Z' }],
    ['an expiration in the past', { ...monthly, expiration_at: '2024-05-31T00:00:00Z' }],
    ['an unreadable expiration', { ...monthly, expiration_at: 'later' }],
    ['a granted gap without a target', { ...monthly, grants_target_top_up: true }],
    ['a gap that is not granted, without a target', { ...monthly, grants_target_top_up: false }],
    ['an unknown payment method', { ...monthly, payment_method: { payment_method_type: 'card' } }],
    [
      'the payment method of another customer',
      {
        ...monthly,
        payment_method: { payment_method_type: 'provider', payment_method_id: known.replace('a3', 'b4') },
      },
    ],
  ])('is refused with %s', (_, fields) => {
    expect(read(fields)).toBeNull();
  });

  it.each([
    ['a target equal to the threshold', { ...threshold, method: 'target', target_ongoing_balance: '5' }],
    [
      'a target with an interval, whatever its threshold',
      { ...monthly, method: 'target', target_ongoing_balance: '1' },
    ],
    ['a threshold of 0', { trigger: 'threshold', threshold_credits: '0' }],
    ['a past start', { ...monthly, started_at: '2020-01-01T00:00:00Z' }],
    ['five pairs', { ...monthly, transaction_metadata: pairs(5) }],
    ['a payment by hand', { ...monthly, payment_method: { payment_method_type: 'manual' } }],
    [
      'a known payment method',
      { ...monthly, payment_method: { payment_method_type: 'provider', payment_method_id: known } },
    ],
  ])('may have %s', (_, fields) => {
    expect(read(fields)).not.toBeNull();
  });

  it('needs one readable credit field of two; the other one counts as 0', () => {
    expect(accepted({ ...monthly, paid_credits: 10, granted_credits: '5' })).toMatchObject({
      ownCredits: true,
      paid_credits: '0',
      granted_credits: '5',
    });
  });

  it.each([
    [{}, false],
    [{ paid_credits: null, granted_credits: null }, false],
    [{ paid_credits: '0' }, true],
    [{ granted_credits: '3' }, true],
  ])("takes the credits of the wallet's body only without its own: %j", (credits, own) => {
    expect(accepted({ ...monthly, ...credits }).ownCredits).toBe(own);
  });

  it('stores credits with five decimals, rounded half up (wallets, section 1)', () => {
    expect(accepted({ ...threshold, threshold_credits: '5.000005', paid_credits: '1.000004' })).toMatchObject({
      threshold_credits: '5.00001',
      paid_credits: '1',
    });
  });

  it('has no interval with a threshold, unless the request names one', () => {
    expect(accepted(threshold).interval).toBeNull();
  });

  it('states its own requirement of a payment, or leaves it to the wallet', () => {
    const requires = (invoice_requires_successful_payment: unknown) =>
      accepted({ ...monthly, invoice_requires_successful_payment }).invoice_requires_successful_payment;
    expect([true, false, null, undefined].map(requires)).toEqual([true, false, null, null]);
  });
});

describe('a changed top-up rule (wallets, section 2.4)', () => {
  const before = ruleRow({
    trigger: 'threshold',
    method: 'target',
    interval: null,
    threshold_credits: '5',
    target_ongoing_balance: '20',
    grants_target_top_up: true,
    paid_credits: '7',
    transaction_name: 'Refill',
    purchase_order_number: 'PO-1',
    payment_method_type: 'manual',
  });

  it('retains what the request omits', () => {
    expect(changedRule(accepted({ ...threshold, threshold_credits: '8' }), before)).toMatchObject({
      method: 'target',
      threshold_credits: '8',
      target_ongoing_balance: '20',
      grants_target_top_up: true,
      paid_credits: '7',
      transaction_name: 'Refill',
      purchase_order_number: 'PO-1',
      payment_method_type: 'manual',
    });
  });

  it('takes null credits as 0', () => {
    expect(changedRule(accepted({ ...threshold, paid_credits: null }), before).paid_credits).toBe('0');
  });

  it('grants no gap after a change of its method', () => {
    expect(changedRule(accepted({ ...threshold, method: 'fixed' }), before)).toMatchObject({
      method: 'fixed',
      grants_target_top_up: false,
    });
  });

  it('takes another payment method from the request', () => {
    const payment_method = { payment_method_type: 'provider', payment_method_id: known };
    expect(changedRule(accepted({ ...threshold, payment_method }), before)).toMatchObject(payment_method);
  });
});

describe('the sale of a rule against the limits of its wallet (wallets, sections 2.4 and 2.6)', () => {
  const wallet = walletRow({
    rate_amount: '2',
    paid_top_up_min_amount_cents: 1000n,
    paid_top_up_max_amount_cents: 2000n,
  });
  const rule = ruleRow({ method: 'fixed' });

  it.each([
    ['4.99', false],
    ['5', true],
    ['10', true],
    ['10.01', false],
    ['0', true],
  ])('compares money, both limits included: %s credits', (paid_credits, within) => {
    expect(isWithinLimits({ ...rule, paid_credits }, wallet)).toBe(within);
  });

  it('does not apply to a rule that ignores them, or fills up to a target', () => {
    expect(isWithinLimits({ ...rule, paid_credits: '100', ignore_paid_top_up_limits: true }, wallet)).toBe(true);
    expect(isWithinLimits({ ...rule, paid_credits: '100', method: 'target' }, wallet)).toBe(true);
  });

  it('refuses an amount out of range even from a rule that ignores them', () => {
    const paid_credits = '1000000000000000000';
    expect(isWithinLimits({ ...rule, paid_credits, ignore_paid_top_up_limits: true }, wallet)).toBe(false);
  });
});
