import type { PriceCurve } from '../charge-models/price-fields.js';
import { beginningAfter } from '../charge-models/tiers.js';

export type Scale = 'linear' | 'logarithmic';

/** The end of a curve whose price names no quantity. */
const usualEnd = 1_000;
const points = 60;
/** Ends of ranges that are points, each with the beginning of the next range. */
const mostSteps = 60;
/** How many times smaller than its end a logarithmic curve begins. */
const decades = 1_000;
const digits = 4;
const mostPlaces = 8;
/** Numbers of the browser are exact up to this end. */
const highest = 1e15;

/** A quantity as a plain decimal. */
const textOf = (quantity: number): string =>
  quantity
    .toFixed(mostPlaces)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

/** The last quantity of a curve. */
export const endOf = ({ end }: PriceCurve): number => (end !== null && end > 0 ? Math.min(end, highest) : usualEnd);

/**
 * The quantities of a curve, rising: evenly spaced up to its end, or by even factors, and on both sides of each step.
 * @returns plain decimals, at most 180
 */
export function quantitiesOf(curve: PriceCurve, scale: Scale): string[] {
  const end = endOf(curve);
  const isCoarse = end >= points * 2;
  const rounded = (quantity: number) => (isCoarse ? Math.round(quantity) : Number(quantity.toPrecision(digits)));
  const start = isCoarse ? Math.max(1, end / decades) : end / decades;
  const even = Array.from({ length: points }, (_, place) => {
    const share = place / (points - 1);
    return scale === 'linear' ? end * share : start * (end / start) ** share;
  });
  const steps = curve.steps.slice(0, mostSteps).flatMap((step) => [step, beginningAfter(step)]);
  const all = [...even.map(rounded), ...steps].filter((one) => one <= end && (scale === 'linear' || one > 0));
  const texts = [...new Set(all)].sort((one, other) => one - other).map(textOf);
  return [...new Set(texts)];
}

const shares = [0.1, 1 / 3, 2 / 3, 1];
const shownDigits = 2;

/** Four quantities for the table at first. */
export const proposedQuantities = (curve: PriceCurve): string[] =>
  shares.map((share) => textOf(Number((endOf(curve) * share).toPrecision(shownDigits))));
