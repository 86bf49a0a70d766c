import type { UsageStep } from './types.js';

/** A part of a bar, as shares of the width and height of the chart. */
export interface Bar {
  key: string;
  step: string;
  group: string | null;
  units: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const gap = 0.2;

/** The bars of a series: one for each step, with its groups on top of each other. Negative values have no height. */
export function barsOf(series: readonly UsageStep[]): Bar[] {
  const steps = [...new Set(series.map(({ from_datetime: step }) => step))].sort();
  const heights = new Map<string, number>();
  const parts = series.map((part) => {
    const below = heights.get(part.from_datetime) ?? 0;
    const value = Math.max(0, Number(part.units));
    heights.set(part.from_datetime, below + value);
    return { part, below, value };
  });
  const highest = Math.max(0, ...heights.values()) || 1;
  const width = 1 / Math.max(1, steps.length);
  return parts.map(({ part: { from_datetime: step, group, units }, below, value }) => ({
    key: `${step} ${group ?? ''}`,
    step,
    group,
    units,
    x: (steps.indexOf(step) + gap / 2) * width,
    y: 1 - (below + value) / highest,
    width: width * (1 - gap),
    height: value / highest,
  }));
}
