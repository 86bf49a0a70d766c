import { Decimal, ONE, ZERO, centsDecimal } from '../decimal.js';

/** An amount of usage that triggers an invoice; a recurring one, each time that amount is reached again. */
export interface UsageThreshold {
  readonly amountCents: bigint;
  readonly recurring: boolean;
}

/** Usage of a chain of subscriptions, in cents before taxes. */
export interface LifetimeUsage {
  readonly historicalCents: bigint;
  readonly invoicedCents: bigint;
  readonly currentCents: bigint;
}

export interface ThresholdProgress {
  readonly amountCents: bigint;
  /** From 0 to 1. */
  readonly completionRatio: Decimal;
  readonly reached: boolean;
}

interface Steps<T> {
  readonly fixed: readonly T[];
  readonly recurring: T | null;
  /** Largest amount that does not recur; 0 without one. */
  readonly largest: bigint;
}

function stepsOf<T extends UsageThreshold>(thresholds: readonly T[]): Steps<T> {
  const fixed = thresholds
    .filter(({ recurring }) => !recurring)
    .sort((a, b) => (a.amountCents < b.amountCents ? -1 : 1));
  return {
    fixed,
    recurring: thresholds.find(({ recurring }) => recurring) ?? null,
    largest: fixed.at(-1)?.amountCents ?? 0n,
  };
}

/** All usage of the lifetime, in cents. */
export function lifetimeTotalCents({ historicalCents, invoicedCents, currentCents }: LifetimeUsage): bigint {
  return historicalCents + invoicedCents + currentCents;
}

/** Progress of each threshold, as shown with the lifetime usage (subscriptions, section 10.2). */
export function thresholdProgress(thresholds: readonly UsageThreshold[], totalCents: bigint): ThresholdProgress[] {
  const { fixed, recurring, largest } = stepsOf(thresholds);
  const lines = fixed.map(({ amountCents }, i) =>
    fixedProgress(amountCents, fixed[i - 1]?.amountCents ?? 0n, totalCents),
  );
  if (recurring === null) return lines;
  if (totalCents < largest)
    return [...lines, { amountCents: largest + recurring.amountCents, completionRatio: ZERO, reached: false }];
  return [...lines, ...recurringProgress(recurring.amountCents, largest, totalCents)];
}

function fixedProgress(amountCents: bigint, previousCents: bigint, totalCents: bigint): ThresholdProgress {
  if (amountCents <= totalCents) return { amountCents, completionRatio: ONE, reached: true };
  if (previousCents > totalCents) return { amountCents, completionRatio: ZERO, reached: false };
  return {
    amountCents,
    completionRatio: ratio(totalCents - previousCents, amountCents - previousCents),
    reached: false,
  };
}

function recurringProgress(step: bigint, largest: bigint, totalCents: bigint): ThresholdProgress[] {
  const passed = (totalCents - largest) / step;
  const lines = Array.from({ length: Number(passed) }, (_, i) => ({
    amountCents: largest + BigInt(i + 1) * step,
    completionRatio: ONE,
    reached: true,
  }));
  const rest = (largest + totalCents) % step;
  return [...lines, { amountCents: totalCents - rest + step, completionRatio: ratio(rest, step), reached: false }];
}

function ratio(a: bigint, b: bigint): Decimal {
  return centsDecimal(a).div(centsDecimal(b));
}

/** The billed part of the current usage, in cents before taxes. */
export interface BilledUsage {
  /** Fees of the latest progressive invoice of the running period. */
  readonly progressiveCents: bigint;
  /** Usage of in-advance charges in it: billed immediately. */
  readonly inAdvanceCents: bigint;
}

/**
 * Thresholds passed since the last invoice (charges, section 7.3). Billed usage counts as reached, but triggers no
 * invoice, because that invoice would bill nothing.
 * @param usage its current usage covers all charges
 */
export function passedThresholds<T extends UsageThreshold>(
  thresholds: readonly T[],
  usage: LifetimeUsage,
  { progressiveCents, inAdvanceCents }: BilledUsage,
): T[] {
  const current = usage.currentCents - inAdvanceCents - progressiveCents;
  if (current <= 0n) return [];
  const invoiced = usage.historicalCents + usage.invoicedCents + inAdvanceCents + progressiveCents;
  const total = invoiced + current;
  const { fixed, recurring, largest } = stepsOf(thresholds);
  if (invoiced < largest) {
    const passed = fixed.filter(({ amountCents }) => invoiced < amountCents && amountCents <= total);
    return recurring && total - largest >= recurring.amountCents ? [...passed, recurring] : passed;
  }
  return recurring && current + (invoiced % recurring.amountCents) >= recurring.amountCents ? [recurring] : [];
}
