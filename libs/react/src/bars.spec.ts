import { expect, it } from '@jest/globals';
import { barsOf } from './bars.js';

const step = (day: number, units: string, group: string | null = null) => ({
  from_datetime: `2026-03-0${day}T00:00:00Z`,
  group,
  events_count: 1,
  units,
});

it('stacks the groups of a step, and the highest step fills the chart', () => {
  const bars = barsOf([step(1, '1', 'eu'), step(1, '3', 'us'), step(2, '2', 'eu')]);
  expect(bars.map(({ y, height }) => [y, height])).toEqual([
    [0.75, 0.25],
    [0, 0.75],
    [0.5, 0.5],
  ]);
  expect(bars[0]?.x).toBe(bars[1]?.x);
  expect(bars[2]?.x).toBeGreaterThanOrEqual((bars[0]?.x ?? 0) + (bars[0]?.width ?? 0));
});

it('draws negative and missing usage without height', () => {
  expect(barsOf([step(1, '-5'), step(2, '0')]).every(({ height }) => height === 0)).toBe(true);
  expect(barsOf([])).toEqual([]);
});
