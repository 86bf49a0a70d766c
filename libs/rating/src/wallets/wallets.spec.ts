import { describe, expect, it } from '@jest/globals';
import { Decimal, ZERO } from '../decimal.js';
import { ongoingUsage, payFromWallets } from './allocation.js';
import { inboundCredits, voidedCredits } from './credits.js';
import type { Bucket, OngoingWallet, PayableFee } from './allocation.js';

const d = (x: number | string): Decimal => new Decimal(x);
const fee = (
  feeType: PayableFee['feeType'],
  metric: string | null,
  cents: number,
  taxes: number | string = 0,
): PayableFee => ({
  feeType,
  billableMetricId: metric,
  targetWalletCode: null,
  amountCents: BigInt(cents),
  preciseCouponsAmountCents: ZERO,
  taxesPreciseAmountCents: d(taxes),
  preciseCreditNotesAmountCents: ZERO,
});
const wallet = (id: string, balance: number, changes: Partial<OngoingWallet> = {}): OngoingWallet => ({
  id,
  code: id,
  balanceCents: BigInt(balance),
  feeTypes: [],
  billableMetricIds: [],
  thresholdRule: false,
  ...changes,
});
const paid = (...args: Parameters<typeof payFromWallets>): [string, number][] =>
  payFromWallets(...args).map(({ walletId, amountCents }) => [walletId, Number(amountCents)]);

describe('wallets paying an invoice', () => {
  it('follow their order', () => {
    expect(
      paid([wallet('w1', 3000), wallet('w2', 5000), wallet('w3', 5000)], [fee('subscription', null, 6000)], 6000n),
    ).toEqual([
      ['w1', 3000],
      ['w2', 3000],
    ]);
  });

  it('pay the taxes of the fees that they may pay', () => {
    const limited = wallet('w', 5000, { billableMetricIds: ['m'] });
    expect(paid([limited], [fee('charge', 'm', 1429, '342.96'), fee('subscription', null, 1000)], 2772n)).toEqual([
      ['w', 1772],
    ]);
  });

  it('treat kinds of fees and metrics as alternatives', () => {
    const fees = [fee('subscription', null, 1000), fee('charge', 'm1', 500), fee('charge', 'm2', 300)];
    expect(paid([wallet('w', 5000, { feeTypes: ['subscription'], billableMetricIds: ['m1'] })], fees, 1800n)).toEqual([
      ['w', 1500],
    ]);
    expect(
      paid(
        [wallet('w', 5000), wallet('other', 5000)],
        [{ ...fee('charge', 'm1', 500), targetWalletCode: 'other' }],
        500n,
      ),
    ).toEqual([['other', 500]]);
  });

  it('never pay more than the invoice, despite rounding', () => {
    expect(paid([wallet('w', 5000)], [fee('charge', 'm', 8, '3.2')], 11n)).toEqual([['w', 11]]);
    const halves = [fee('charge', 'a', 1, '0.5'), fee('charge', 'b', 1, '0.5')];
    expect(paid([wallet('w1', 50, { billableMetricIds: ['a'] }), wallet('w2', 50)], halves, 3n)).toEqual([
      ['w1', 2],
      ['w2', 1],
    ]);
  });
});

describe('unbilled usage', () => {
  const bucket = (cents: number, metric = 'm'): Bucket => ({
    feeType: 'charge',
    billableMetricId: metric,
    targetWalletCode: null,
    amountCents: d(cents),
  });
  const spread = (wallets: OngoingWallet[], ...usage: Bucket[]): number[] =>
    [...ongoingUsage(wallets, usage).values()].map((x) => x.toNumber());

  it.each([
    [[wallet('a', 50), wallet('b', 1000)], 80, [50, 30]],
    [[wallet('a', 50, { thresholdRule: true }), wallet('b', 1000)], 80, [80, 0]],
    [[wallet('a', 50), wallet('b', 50, { thresholdRule: true }), wallet('c', 50)], 200, [50, 150, 0]],
    [[wallet('a', 50), wallet('b', 100)], 250, [50, 200]],
    [[wallet('a', 0), wallet('b', 50), wallet('c', 50)], 80, [0, 50, 30]],
    [[wallet('a', 50)], 80, [80]],
  ])('case %#', (wallets, usage, expected) => expect(spread(wallets, bucket(usage))).toEqual(expected));

  it('stays within the total amount owed', () => {
    expect(spread([wallet('a', 500)], bucket(80, 'x'), bucket(100, 'y'), bucket(-150, 'y'))).toEqual([30]);
  });

  it('goes largest first to the wallets that may pay', () => {
    const limited = (id: string, balance: number, ...metrics: string[]): OngoingWallet =>
      wallet(id, balance, { billableMetricIds: metrics });
    const wallets = [
      limited('1', 10, 'a', 'b'),
      limited('2', 20, 'b', 'c'),
      limited('3', 30, 'c', 'd'),
      limited('4', 40, 'd', 'a'),
    ];
    expect(spread(wallets, bucket(10, 'a'), bucket(20, 'b'), bucket(30, 'c'), bucket(40, 'd'))).toEqual([
      10, 30, 40, 20,
    ]);
  });
});

describe('credits', () => {
  it.each([
    ['17.9699999999999988631316', '1', '17.97', '17.97'],
    ['1034', '0.001', '1.03', '1030'],
    ['100', '0.5', '50', '100'],
    ['0.4', '0.01', '0', '0'],
  ])('%s at %s are worth %s', (credits, rate, money, stored) => {
    const { amount, creditAmount } = inboundCredits(d(credits), d(rate), 'EUR');
    expect([amount.toFixed(), creditAmount.toFixed()]).toEqual([money, stored]);
  });

  it('voided are deducted exactly', () => {
    const { amount, creditAmount } = voidedCredits(d('14.28444999'), d(1), 'EUR');
    expect([amount.toFixed(), creditAmount.toFixed()]).toEqual(['14.28', '14.28444']);
  });
});
