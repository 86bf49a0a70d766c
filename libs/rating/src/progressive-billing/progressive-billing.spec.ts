import { describe, expect, it } from '@jest/globals';
import { ZERO } from '../decimal.js';
import { progressiveBillingCredit } from './credit.js';
import { passedThresholds, thresholdProgress } from './thresholds.js';
import type { CreditableFee } from './credit.js';

const fee = (chargeId: string, cents: bigint): CreditableFee => ({
  chargeId,
  bucket: chargeId,
  amountCents: cents,
  preciseCouponsAmountCents: ZERO,
});
const THRESHOLDS = [
  { amountCents: 500n, recurring: false },
  { amountCents: 200n, recurring: false },
  { amountCents: 700n, recurring: false },
  { amountCents: 1000n, recurring: true },
];

describe('progressive billing', () => {
  it('passes each threshold once, and the recurring one again and again', () => {
    const steps = [
      [220n, 0n, [200n]],
      [440n, 220n, []],
      [660n, 220n, [500n]],
      [880n, 660n, [700n]],
      [3080n, 880n, [1000n]],
      [5280n, 3080n, [1000n]],
    ] as const;
    for (const [currentCents, progressive, expected] of steps) {
      const passed = passedThresholds(
        THRESHOLDS,
        { historicalCents: 0n, invoicedCents: 0n, currentCents },
        progressive,
      );
      expect(passed.map(({ amountCents }) => amountCents)).toEqual(expected);
    }
    expect(
      passedThresholds(THRESHOLDS, { historicalCents: 0n, invoicedCents: 5280n, currentCents: 2200n }, 0n),
    ).toHaveLength(1);
    expect(passedThresholds(THRESHOLDS, { historicalCents: 0n, invoicedCents: 0n, currentCents: 5n }, 9n)).toEqual([]);
    expect(
      passedThresholds(THRESHOLDS, { historicalCents: 0n, invoicedCents: 0n, currentCents: 1700n }, 0n),
    ).toHaveLength(4);
  });

  it('shows how far each threshold is', () => {
    const shown = (total: bigint): [number, string, boolean][] =>
      thresholdProgress(THRESHOLDS, total).map(({ amountCents, completionRatio, reached }) => [
        Number(amountCents),
        completionRatio.toFixed(),
        reached,
      ]);
    expect(shown(350n)).toEqual([
      [200, '1', true],
      [500, '0.5', false],
      [700, '0', false],
      [1700, '0', false],
    ]);
    expect(shown(2900n)).toEqual([
      [200, '1', true],
      [500, '1', true],
      [700, '1', true],
      [1700, '1', true],
      [2700, '1', true],
      [3300, '0.6', false],
    ]);
  });

  it('credits what was billed before, up to the usage of the invoice', () => {
    const progressive = {
      feesAmountCents: 600n,
      couponsAmountCents: 0n,
      drawnCents: 0n,
      fees: [{ chargeId: 'a', bucket: 'a', amountCents: 600n }],
    };
    const more = progressiveBillingCredit(progressive, [fee('a', 800n), fee('b', 50n)]);
    expect([
      more.creditCents,
      more.excessCents,
      ...more.fees.map(({ preciseCouponsAmountCents: c }) => c.toFixed()),
    ]).toEqual([600n, 0n, '600', '0']);
    const less = progressiveBillingCredit(progressive, [fee('a', 500n), fee('b', 50n)]);
    expect([less.creditCents, less.excessCents, less.fees[0]?.preciseCouponsAmountCents.toFixed()]).toEqual([
      500n,
      100n,
      '500',
    ]);
    expect(progressiveBillingCredit({ ...progressive, drawnCents: 700n }, [fee('a', 500n)])).toMatchObject({
      creditCents: 0n,
      excessCents: 0n,
    });
  });
});
