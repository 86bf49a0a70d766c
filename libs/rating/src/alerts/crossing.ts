import { Decimal, ZERO } from '../decimal.js';

/** A value that triggers an alert: once, or, when recurring, at each further step of that size. */
export interface AlertThreshold {
  readonly code: string | null;
  readonly value: Decimal;
  readonly recurring: boolean;
}

/** The direction in which a watched value approaches thresholds. */
export type AlertDirection = 'increasing' | 'decreasing';

/** A watched value at the last evaluation, and now. */
export interface WatchedChange {
  readonly previous: Decimal;
  readonly current: Decimal;
}

/** Maximum recurring steps reported together; beyond that, those nearest to the current value. */
export const MAX_STEPS = 1_000;

/**
 * Thresholds crossed since the last evaluation (customers, section 8.3; wallets, section 7). One-time ones come first,
 * in the alert's order. The recurring steps follow, ascending, each as a threshold of its own value. A value that stood
 * exactly on a step crosses it again when it moves on.
 */
export function crossedThresholds<T extends AlertThreshold>(
  direction: AlertDirection,
  thresholds: readonly T[],
  { previous, current }: WatchedChange,
): T[] {
  const sign = direction === 'increasing' ? 1 : -1;
  const along = (value: Decimal) => (sign === 1 ? value : ZERO.minus(value));
  const [from, to] = [along(previous), along(current)];
  if (to.lte(from)) return [];
  const oneTime = thresholds.filter(({ recurring }) => !recurring);
  const values = oneTime.map(({ value }) => along(value));
  if (values.length > 0 && to.lt(Decimal.min(...values))) return [];
  const crossed = oneTime.filter(({ value }) => from.lt(along(value)) && along(value).lte(to));
  const recurring = thresholds.find((threshold) => threshold.recurring);
  if (!recurring) return crossed;
  const start = values.length > 0 ? Decimal.max(...values) : ZERO;
  const steps = stepsBetween(start, recurring.value, from, to).map((value) => ({ ...recurring, value: along(value) }));
  return [...crossed, ...(sign === 1 ? steps : steps.reverse())];
}

/** The multiples of a step beyond a start that lie on the way, both ends included. */
function stepsBetween(start: Decimal, step: Decimal, from: Decimal, to: Decimal): Decimal[] {
  const last = to.minus(start).div(step).floor();
  const first = Decimal.max(from.minus(start).div(step).ceil(), 1);
  const firstStep = Decimal.max(first, last.minus(MAX_STEPS - 1));
  const count = last.minus(firstStep).toNumber() + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, i) => start.plus(step.times(firstStep.plus(i))));
}
