// Exact fractions: the checker's own arithmetic, so that it shares no mistake with the service.

export type Rational = readonly [numerator: bigint, denominator: bigint];

function divisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

function reduced(numerator: bigint, denominator: bigint): Rational {
  if (denominator === 0n) throw new Error('a division by zero');
  if (denominator < 0n) return reduced(-numerator, -denominator);
  const common = divisor(numerator, denominator);
  return [numerator / common, denominator / common];
}

/** @throws Error for a text that is no plain decimal */
export function rational(text: string): Rational {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new Error(`'${text}' is no decimal`);
  const [whole = '', fraction = ''] = text.split('.');
  return reduced(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}

export const add = ([a, b]: Rational, [c, d]: Rational): Rational => reduced(a * d + c * b, b * d);
export const subtract = (a: Rational, [c, d]: Rational): Rational => add(a, [-c, d]);
export const multiply = ([a, b]: Rational, [c, d]: Rational): Rational => reduced(a * c, b * d);
export const divide = ([a, b]: Rational, [c, d]: Rational): Rational => reduced(a * d, b * c);
export const isLess = ([a, b]: Rational, [c, d]: Rational): boolean => a * d < c * b;
export const isSame = ([a, b]: Rational, [c, d]: Rational): boolean => a === c && b === d;

/** Whether a decimal text can state the value. */
export function isFinite([, denominator]: Rational): boolean {
  let rest = denominator;
  for (const factor of [2n, 5n]) while (rest % factor === 0n) rest /= factor;
  return rest === 1n;
}

export type Direction = 'ceil' | 'floor' | 'round_half_up';

/** Rounds to decimal places; negative places are tens and hundreds. */
export function round(value: Rational, direction: Direction, places: number): Rational {
  const unit: Rational = places >= 0 ? [1n, 10n ** BigInt(places)] : [10n ** BigInt(-places), 1n];
  const [numerator, denominator] = divide(value, unit);
  const below = (numerator - (((numerator % denominator) + denominator) % denominator)) / denominator;
  const isWhole = below * denominator === numerator;
  const whole = { floor: below, ceil: isWhole ? below : below + 1n, round_half_up: nearest(numerator, denominator) };
  return multiply([whole[direction], 1n], unit);
}

/** The nearest whole number, halves away from zero. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n) return -nearest(-numerator, denominator);
  const [whole, rest] = [numerator / denominator, numerator % denominator];
  return 2n * rest >= denominator ? whole + 1n : whole;
}
