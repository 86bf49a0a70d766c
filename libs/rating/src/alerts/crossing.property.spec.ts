import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '../decimal.js';
import { crossedThresholds } from './crossing.js';
import type { AlertDirection, AlertThreshold } from './crossing.js';

const value = fc.integer({ min: -500, max: 500 });
const alert = fc.record({
  direction: fc.constantFrom<AlertDirection>('increasing', 'decreasing'),
  oneTime: fc.uniqueArray(value, { maxLength: 6 }),
  step: fc.option(fc.integer({ min: 1, max: 60 })),
});
type Alert = typeof alert extends fc.Arbitrary<infer T> ? T : never;

const thresholdsOf = ({ oneTime, step }: Alert): AlertThreshold[] => [
  ...oneTime.map((one) => ({ code: null, value: new Decimal(one), recurring: false })),
  ...(step === null ? [] : [{ code: null, value: new Decimal(step), recurring: true }]),
];

const cross = (input: Alert, previous: number, current: number) =>
  crossedThresholds(input.direction, thresholdsOf(input), {
    previous: new Decimal(previous),
    current: new Decimal(current),
  }).map((threshold) => ({ value: threshold.value.toNumber(), recurring: threshold.recurring }));

/** Checks each whole number on the way separately. */
function evaluated({ direction, oneTime, step }: Alert, previous: number, current: number): number[] {
  const sign = direction === 'increasing' ? 1 : -1;
  const [from, to] = [previous * sign, current * sign];
  const values = oneTime.map((one) => one * sign);
  if (to <= from || (values.length > 0 && to < Math.min(...values))) return [];
  const start = values.length > 0 ? Math.max(...values) : 0;
  const found: number[] = [];
  for (let at = from; at <= to; at++) {
    const isOneTime = at > from && values.includes(at);
    const isStep = step !== null && at > start && (at - start) % step === 0;
    if (isOneTime || isStep) found.push(at * sign);
  }
  return found.sort((a, b) => a - b);
}

it('crosses the thresholds on the way, and no others', () => {
  fc.assert(
    fc.property(alert, value, value, (input, previous, current) => {
      const found = cross(input, previous, current).map((one) => one.value + 0);
      expect([...found].sort((a, b) => a - b)).toEqual(evaluated(input, previous, current).map((one) => one + 0));
    }),
    { numRuns: 2_000 },
  );
});

it('reports each one-time threshold once, however often the value is evaluated', () => {
  fc.assert(
    fc.property(alert, fc.array(value, { minLength: 2, maxLength: 8 }), (input, readings) => {
      const sorted = [...readings].sort((a, b) => (input.direction === 'increasing' ? a - b : b - a));
      const oneTime = (from: number, to: number) =>
        cross(input, from, to)
          .filter(({ recurring }) => !recurring)
          .map((one) => one.value);
      const together = oneTime(sorted[0] as number, sorted.at(-1) as number);
      const oneByOne = sorted.slice(1).flatMap((at, i) => oneTime(sorted[i] as number, at));
      expect(oneByOne.sort((a, b) => a - b)).toEqual(together.sort((a, b) => a - b));
    }),
  );
});

it('is symmetric: falling through values equals rising through their opposites', () => {
  fc.assert(
    fc.property(alert, value, value, (input, previous, current) => {
      const mirrored: Alert = {
        ...input,
        direction: input.direction === 'increasing' ? 'decreasing' : 'increasing',
        oneTime: input.oneTime.map((one) => -one),
      };
      const values = (found: { value: number }[]) => found.map((one) => one.value + 0).sort((a, b) => a - b);
      expect(values(cross(mirrored, -previous, -current))).toEqual(
        values(cross(input, previous, current).map((one) => ({ value: -one.value }))),
      );
    }),
  );
});
