import { describe, expect, it } from '@jest/globals';
import { Decimal } from '@tollgate/rating';
import type { AlertRow } from '../../model/alerts/alerts.repository.js';
import { alertRow, walletRow } from '../../model/wallets/rows.fixture.js';
import { evaluationsOf, watchedValue, withAmount } from './alert-evaluations.rules.js';

const once = (value: string) => ({ code: null, value, recurring: false });
const each = (value: string) => ({ code: 'step', value, recurring: true });

/** A balance in cents, at an instant. */
const change = (cents: bigint, now: number, id = 'wallet') => ({
  wallet: walletRow({ id, balance_cents: cents }),
  now,
});
const alertsOf = (...alerts: AlertRow[]) =>
  new Map(
    [...new Set(alerts.map((alert) => alert.wallet_id))].map((id) => [id, alerts.filter((a) => a.wallet_id === id)]),
  );

const crossedBy = (alert: AlertRow, ...cents: bigint[]) =>
  evaluationsOf(
    alertsOf(alert),
    cents.map((balance, now) => change(balance, now)),
    new Map(),
  ).triggers.map(({ now, previous, value, crossed }) => [
    now,
    `${previous.toFixed()} → ${value.toFixed()}`,
    crossed.map((threshold) => threshold.value),
  ]);

describe('the watched value of an alert (wallets, section 7)', () => {
  const wallet = walletRow({
    balance_cents: 1000n,
    credits_balance: '20.5',
    ongoing_balance_cents: -300n,
    credits_ongoing_balance: '-6',
  });

  it.each([
    ['wallet_balance_amount' as const, '1000'],
    ['wallet_credits_balance' as const, '20.5'],
    ['wallet_ongoing_balance_amount' as const, '-300'],
    ['wallet_credits_ongoing_balance' as const, '-6'],
  ])('of %s is %s', (type, value) => {
    expect(watchedValue(type, wallet).toFixed()).toBe(value);
  });

  it('counts reserved credits as available, in cents and in credits', () => {
    const more = withAmount(wallet, { cents: 250n, credits: new Decimal('5') });
    expect([more.balance_cents, more.credits_balance]).toEqual([1250n, '25.5']);
    expect([more.ongoing_balance_cents, more.credits_ongoing_balance]).toEqual([-300n, '-6']);
    expect(withAmount(wallet, undefined)).toBe(wallet);
  });
});

describe('the evaluation of alerts (wallets, section 7, "Processing")', () => {
  it('reports one-time and recurring thresholds: 95 → 70 → 50', () => {
    const fine = alertRow({ previous_value: '95', thresholds: [once('90'), each('10')] });
    expect(crossedBy(fine, 70n, 50n)).toEqual([
      [0, '95 → 70', ['90.0', '70.0', '80.0']],
      [1, '70 → 50', ['50.0', '60.0', '70.0']],
    ]);
    const coarse = alertRow({ previous_value: '95', thresholds: [once('80'), each('20')] });
    expect(crossedBy(coarse, 70n, 50n)).toEqual([
      [0, '95 → 70', ['80.0']],
      [1, '70 → 50', ['60.0']],
    ]);
  });

  it('reports a threshold that the balance reaches exactly, once', () => {
    expect(crossedBy(alertRow({ previous_value: '101', thresholds: [once('100')] }), 100n, 99n)).toEqual([
      [0, '101 → 100', ['100.0']],
    ]);
  });

  it('starts from the value before the rise: a later fall reports again', () => {
    expect(crossedBy(alertRow({ previous_value: '120', thresholds: [once('100')] }), 90n, 200n, 90n)).toEqual([
      [0, '120 → 90', ['100.0']],
      [2, '200 → 90', ['100.0']],
    ]);
  });

  it('reports no threshold while the value rises or stays', () => {
    expect(crossedBy(alertRow({ previous_value: '50', thresholds: [once('100'), each('10')] }), 50n, 150n)).toEqual([]);
  });

  it('records the last value of every alert, also without a crossed threshold', () => {
    const [silent, other] = [alertRow({ id: 'silent' }), alertRow({ id: 'other', wallet_id: 'b' })];
    const changes = [change(10n, 1), change(30n, 2, 'b'), change(20n, 3), change(99n, 4, 'without alerts')];
    const { triggers, last } = evaluationsOf(alertsOf(silent, other), changes, new Map());
    expect(triggers).toEqual([]);
    expect(last.map(({ alert, value, now }) => [alert.id, value.toFixed(), now])).toEqual([
      ['silent', '20', 3],
      ['other', '30', 2],
    ]);
  });

  it('compares each wallet with its own earlier change', () => {
    const thresholds = [once('100')];
    const alerts = alertsOf(
      alertRow({ id: 'a', previous_value: '150', thresholds }),
      alertRow({ id: 'b', wallet_id: 'b', previous_value: '90', thresholds }),
    );
    const { triggers } = evaluationsOf(alerts, [change(95n, 1), change(80n, 2, 'b'), change(70n, 3)], new Map());
    expect(triggers.map(({ alert, now }) => [alert.id, now])).toEqual([['a', 1]]);
  });

  it('ignores a fall that reservations explain', () => {
    const alert = alertRow({ previous_value: '120', thresholds: [once('100')] });
    const reserved = new Map([['wallet', { cents: 40n, credits: new Decimal('0.4') }]]);
    const evaluate = (cents: bigint) => evaluationsOf(alertsOf(alert), [change(cents, 1)], reserved);
    expect(evaluate(80n).triggers).toEqual([]);
    expect(evaluate(80n).last.map(({ value }) => value.toFixed())).toEqual(['120']);
    expect(evaluate(60n).triggers).toHaveLength(1);
  });

  it('shows the changed wallet without its reservations', () => {
    const alert = alertRow({ previous_value: '200', thresholds: [once('100')] });
    const reserved = new Map([['wallet', { cents: 40n, credits: new Decimal('0.4') }]]);
    const { triggers } = evaluationsOf(alertsOf(alert), [change(60n, 1)], reserved);
    expect(triggers[0]?.wallet.balance_cents).toBe(60n);
  });
});
