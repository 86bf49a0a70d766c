import { describe, expect, it } from '@jest/globals';
import { passedThresholds, thresholdProgress } from './thresholds.js';

const billed = (progressiveCents: bigint, inAdvanceCents = 0n) => ({ progressiveCents, inAdvanceCents });
const THRESHOLDS = [
  { amountCents: 500n, recurring: false },
  { amountCents: 200n, recurring: false },
  { amountCents: 700n, recurring: false },
  { amountCents: 1000n, recurring: true },
];

describe('progressive billing', () => {
  it('passes each threshold once, and the recurring one repeatedly', () => {
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
        billed(progressive),
      );
      expect(passed.map(({ amountCents }) => amountCents)).toEqual(expected);
    }
    expect(
      passedThresholds(THRESHOLDS, { historicalCents: 0n, invoicedCents: 5280n, currentCents: 2200n }, billed(0n)),
    ).toHaveLength(1);
    expect(
      passedThresholds(THRESHOLDS, { historicalCents: 0n, invoicedCents: 0n, currentCents: 5n }, billed(9n)),
    ).toEqual([]);
    expect(
      passedThresholds(THRESHOLDS, { historicalCents: 0n, invoicedCents: 0n, currentCents: 1700n }, billed(0n)),
    ).toHaveLength(4);
  });

  it('counts in-advance charges as reached, without invoicing them', () => {
    const recurring = [{ amountCents: 10000n, recurring: true }];
    const passed = (inAdvance: bigint, inArrears: bigint, progressive = 0n) =>
      passedThresholds(
        recurring,
        { historicalCents: 0n, invoicedCents: 0n, currentCents: inAdvance + inArrears },
        billed(progressive, inAdvance),
      ).length;
    expect([passed(5000n, 0n), passed(25_000n, 0n), passed(5000n, 5000n), passed(9900n, 100n)]).toEqual([0, 0, 1, 1]);
    // Another invoice follows after another 100.00 of usage, not after each event.
    expect([passed(10_000n, 200n, 100n), passed(10_000n, 10_000n, 100n)]).toEqual([0, 1]);
  });

  it('shows the progress of each threshold', () => {
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
