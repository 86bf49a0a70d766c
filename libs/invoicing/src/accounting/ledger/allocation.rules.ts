import { centsDecimal, sumOf, type Decimal } from '@tollgate/rating';

/**
 * Divides whole cents by weights; the parts add up to them. The largest remainders get the cents that are left over.
 * Without any weight, the first part gets all.
 * @param weights not negative
 */
export function allocate(cents: bigint, weights: readonly Decimal[]): bigint[] {
  if (weights.length === 0) return [];
  const total = sumOf(weights);
  if (total.isZero()) return weights.map((_, at) => (at === 0 ? cents : 0n));
  const exact = weights.map((weight) => centsDecimal(cents).times(weight).div(total));
  const parts = exact.map((part) => BigInt(part.truncated().toFixed()));
  const left = cents - parts.reduce((sum, part) => sum + part, 0n);
  const step = left < 0n ? -1n : 1n;
  const order = exact
    .map((part, at) => ({ at, remainder: part.minus(part.truncated()).abs() }))
    .sort((one, other) => other.remainder.cmp(one.remainder) || one.at - other.at);
  for (let count = 0n; count < (left < 0n ? -left : left); count++) {
    const at = order[Number(count) % order.length]?.at ?? 0;
    parts[at] = (parts[at] ?? 0n) + step;
  }
  return parts;
}

/** The position of the largest amount, the first among equals; -1 without any. */
export function largestAt(amounts: readonly bigint[]): number {
  const size = (cents: bigint) => (cents < 0n ? -cents : cents);
  return amounts.reduce((best, cents, at) => (best === -1 || size(cents) > size(amounts[best] ?? 0n) ? at : best), -1);
}
