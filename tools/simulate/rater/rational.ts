// Exact fractions of two BigInts. Slow and simple on purpose.

/** A whole number, a BigInt, a decimal text or a fraction. */
export type Numeric = Rational | bigint | number | string;

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));

export class Rational {
  readonly n: bigint;
  readonly d: bigint;

  constructor(numerator: bigint, denominator = 1n) {
    const sign = denominator < 0n ? -1n : 1n;
    const divisor = gcd(numerator, denominator) || 1n;
    this.n = (sign * numerator) / divisor;
    this.d = (sign * denominator) / divisor;
  }
  plus(other: Numeric): Rational {
    const o = rational(other);
    return new Rational(this.n * o.d + o.n * this.d, this.d * o.d);
  }
  minus(other: Numeric): Rational {
    const o = rational(other);
    return new Rational(this.n * o.d - o.n * this.d, this.d * o.d);
  }
  times(other: Numeric): Rational {
    const o = rational(other);
    return new Rational(this.n * o.n, this.d * o.d);
  }
  over(other: Numeric): Rational {
    const o = rational(other);
    return new Rational(this.n * o.d, this.d * o.n);
  }
  negated(): Rational {
    return new Rational(-this.n, this.d);
  }
  compare(other: Numeric): number {
    const o = rational(other);
    const difference = this.n * o.d - o.n * this.d;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  equals(other: Numeric): boolean {
    return this.compare(other) === 0;
  }
  lessThan(other: Numeric): boolean {
    return this.compare(other) < 0;
  }
  greaterThan(other: Numeric): boolean {
    return this.compare(other) > 0;
  }
  isZero(): boolean {
    return this.n === 0n;
  }
  isNegative(): boolean {
    return this.n < 0n;
  }
  /** The greatest whole number not above this one. */
  floor(): bigint {
    const q = this.n / this.d;
    return this.n % this.d !== 0n && this.n < 0n ? q - 1n : q;
  }
  ceil(): bigint {
    return -this.negated().floor();
  }
  /** To `places` decimals (may be negative). */
  floorTo(places: number): Rational {
    return scaled(this, places, (x) => x.floor());
  }
  ceilTo(places: number): Rational {
    return scaled(this, places, (x) => x.ceil());
  }
  /** Half away from zero. */
  roundTo(places: number): Rational {
    return scaled(this, places, (x) => x.round());
  }
  round(): bigint {
    const half = new Rational(1n, 2n);
    return this.isNegative() ? -this.negated().plus(half).floor() : this.plus(half).floor();
  }
  /** For people, and for comparison with decimals of an answer. */
  toString(): string {
    const text = this.roundTo(12);
    const whole = ((text.n < 0n ? -text.n : text.n) * 10n ** 12n) / text.d;
    const digits = whole.toString().padStart(13, '0');
    const decimals = digits.slice(-12).replace(/0+$/, '');
    return `${text.n < 0n ? '-' : ''}${digits.slice(0, -12)}${decimals ? `.${decimals}` : ''}`;
  }
}

function scaled(value: Rational, places: number, whole: (value: Rational) => bigint): Rational {
  const factor = 10n ** BigInt(Math.abs(places));
  return places >= 0
    ? new Rational(whole(value.times(factor)), factor)
    : new Rational(whole(value.over(factor)) * factor);
}

/** A fraction from a whole number, a BigInt or a decimal text. */
export function rational(value: Numeric): Rational {
  if (value instanceof Rational) return value;
  if (typeof value === 'bigint') return new Rational(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(String(value));
  if (!match) throw new Error(`Not a decimal: ${value}`);
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = match;
  const size = BigInt(whole + decimals) * (sign ? -1n : 1n);
  const power = Number(exponent) - decimals.length;
  return power >= 0 ? new Rational(size * 10n ** BigInt(power)) : new Rational(size, 10n ** BigInt(-power));
}

export const zero = rational(0);
export const sum = (values: Numeric[]): Rational => values.reduce<Rational>((total, value) => total.plus(value), zero);
export const smaller = (a: Numeric, b: Numeric): Rational => (rational(a).lessThan(b) ? rational(a) : rational(b));
export const greater = (a: Numeric, b: Numeric): Rational => (rational(a).greaterThan(b) ? rational(a) : rational(b));
