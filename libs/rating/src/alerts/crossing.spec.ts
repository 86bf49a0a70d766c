import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../decimal.js';
import { crossedThresholds, MAX_STEPS } from './crossing.js';
import type { AlertDirection } from './crossing.js';

type Case = [AlertDirection, number[], number | null, number, number, number[]];

const crossed = (...[direction, oneTime, recurring, previous, current]: Case) =>
  crossedThresholds(
    direction,
    [
      ...oneTime.map((value) => ({ code: 'once', value: new Decimal(value), recurring: false })),
      ...(recurring === null ? [] : [{ code: 'again', value: new Decimal(recurring), recurring: true }]),
    ],
    { previous: new Decimal(previous), current: new Decimal(current) },
  );

describe('thresholds of an alert', () => {
  it.each<Case>([
    ['increasing', [10, 30, 50], 100, 8, 30, [10, 30]],
    ['increasing', [10, 30, 50], 100, 31, 60, [50]],
    ['increasing', [10, 30, 50], 100, 33, 351, [50, 150, 250, 350]],
    ['increasing', [10, 30, 50], 100, 30, 29, []],
    ['increasing', [50, 10, 30], 100, 0, 60, [50, 10, 30]],
    ['increasing', [], 100, 0, 150, [100]],
    ['increasing', [1500, 3000], 1000, 3500, 5500, [4000, 5000]],
    ['increasing', [1500, 3000], 1000, 4000, 4100, [4000]],
    ['increasing', [100], 10, 0, 99, []],
    ['decreasing', [200, 500, 800], 100, 450, 100, [200, 100]],
    ['decreasing', [200, 500, 800], 100, 600, -100, [200, 500, -100, 0, 100]],
    ['decreasing', [200, 500, 800], 100, 100, 600, []],
    ['decreasing', [90], 10, 95, 70, [90, 70, 80]],
    ['decreasing', [90], 10, 70, 50, [50, 60, 70]],
    ['decreasing', [80], 20, 95, 70, [80]],
    ['decreasing', [80], 20, 70, 50, [60]],
    ['decreasing', [], 10, 5, -25, [-20, -10]],
    ['decreasing', [90], 10, 200, 91, []],
  ])('%s %j every %s: from %s to %s', (...input) => {
    expect(crossed(...input).map(({ value }) => value.toNumber())).toEqual(input[5]);
  });

  it('are reported with the code and the kind of the crossed threshold', () => {
    expect(crossed('increasing', [10], 5, 0, 16, []).map(({ code, recurring }) => [code, recurring])).toEqual([
      ['once', false],
      ['again', true],
    ]);
  });

  it('are limited in number to the steps nearest to the value', () => {
    const steps = crossed('increasing', [], 1, 0, 1_000_000, []);
    expect(steps).toHaveLength(MAX_STEPS);
    expect(steps.at(-1)?.value.toNumber()).toBe(1_000_000);
    const below = crossed('decreasing', [], 1, 0, -1_000_000, []);
    expect([below.length, below[0]?.value.toNumber()]).toEqual([MAX_STEPS, -1_000_000]);
  });
});
