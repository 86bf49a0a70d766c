import { describe, expect, it } from '@jest/globals';
import { passedThresholds, thresholdProgress } from './thresholds.js';

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
});
