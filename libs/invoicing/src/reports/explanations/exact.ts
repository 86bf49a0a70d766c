/** An exact fraction: a numerator and a denominator above 0, without a common factor. */
export interface Exact {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const commonFactor = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : commonFactor(b, a % b));

function exact(numerator: bigint, denominator = 1n): Exact {
  if (denominator === 0n) throw new RangeError('a division by zero');
  const factor = commonFactor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  return { numerator: numerator / factor, denominator: denominator / factor };
}

export const zero = exact(0n);

/** The value of a decimal text. @throws RangeError if it is none */
export function exactOf(text: string): Exact {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`${text} is no decimal`);
  const digits = BigInt(whole + fraction);
  return exact(sign === '-' ? -digits : digits, 10n ** BigInt(fraction.length));
}

/** The decimal text of a value, without trailing zeros; null for an endless one. */
export function textOf({ numerator, denominator }: Exact): string | null {
  let places = 0;
  for (let rest = denominator; rest !== 1n; places++) {
    const factor = commonFactor(rest, 10n);
    if (factor === 1n) return null;
    rest /= factor;
  }
  if (places === 0) return numerator.toString();
  const digits = ((numerator < 0n ? -numerator : numerator) * (10n ** BigInt(places) / denominator)).toString();
  const padded = digits.padStart(places + 1, '0');
  return `${numerator < 0n ? '-' : ''}${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

export const plus = (a: Exact, b: Exact): Exact =>
  exact(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
export const minus = (a: Exact, b: Exact): Exact => plus(a, { ...b, numerator: -b.numerator });
export const times = (a: Exact, b: Exact): Exact => exact(a.numerator * b.numerator, a.denominator * b.denominator);
/** @throws RangeError for a divisor of 0 */
export const over = (a: Exact, b: Exact): Exact => exact(a.numerator * b.denominator, a.denominator * b.numerator);

/** Below 0, 0 or above 0, as a is less than, equal to or greater than b. */
export function compare(a: Exact, b: Exact): number {
  const difference = minus(a, b).numerator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function floorOf({ numerator, denominator }: Exact): bigint {
  const quotient = numerator / denominator;
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient;
}

const wholes = {
  floor: floorOf,
  ceil: (value: Exact): bigint => -floorOf({ ...value, numerator: -value.numerator }),
  round_half_up: ({ numerator, denominator }: Exact): bigint => {
    const size = numerator < 0n ? -numerator : numerator;
    const rounded = (2n * size + denominator) / (2n * denominator);
    return numerator < 0n ? -rounded : rounded;
  },
};
export type Rounding = keyof typeof wholes;

/** A value rounded to decimals; below 0 to tens, hundreds. Halves go away from zero (metering, section 4). */
export function rounded(value: Exact, rounding: Rounding, places: number): Exact {
  const scale = exact(10n ** BigInt(Math.abs(places)));
  const [enlarge, reduce] = places >= 0 ? [times, over] : [over, times];
  return reduce(exact(wholes[rounding](enlarge(value, scale))), scale);
}
