// Exact fractions of two BigInts. Slow and simple on purpose.

const gcd = (a, b) => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b));

export class Rational {
  constructor(numerator, denominator = 1n) {
    const sign = denominator < 0n ? -1n : 1n;
    const divisor = gcd(numerator, denominator) || 1n;
    this.n = (sign * numerator) / divisor;
    this.d = (sign * denominator) / divisor;
  }
  plus(other) {
    const o = rational(other);
    return new Rational(this.n * o.d + o.n * this.d, this.d * o.d);
  }
  minus(other) {
    const o = rational(other);
    return new Rational(this.n * o.d - o.n * this.d, this.d * o.d);
  }
  times(other) {
    const o = rational(other);
    return new Rational(this.n * o.n, this.d * o.d);
  }
  over(other) {
    const o = rational(other);
    return new Rational(this.n * o.d, this.d * o.n);
  }
  negated() {
    return new Rational(-this.n, this.d);
  }
  compare(other) {
    const o = rational(other);
    const difference = this.n * o.d - o.n * this.d;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  equals(other) {
    return this.compare(other) === 0;
  }
  lessThan(other) {
    return this.compare(other) < 0;
  }
  greaterThan(other) {
    return this.compare(other) > 0;
  }
  isZero() {
    return this.n === 0n;
  }
  isNegative() {
    return this.n < 0n;
  }
  /** The greatest whole number not above this one. */
  floor() {
    const q = this.n / this.d;
    return this.n % this.d !== 0n && this.n < 0n ? q - 1n : q;
  }
  ceil() {
    return -this.negated().floor();
  }
  /** To `places` decimals (may be negative). */
  floorTo(places) {
    return scaled(this, places, (x) => x.floor());
  }
  ceilTo(places) {
    return scaled(this, places, (x) => x.ceil());
  }
  /** Half away from zero. */
  roundTo(places) {
    return scaled(this, places, (x) => x.round());
  }
  round() {
    const half = new Rational(1n, 2n);
    return this.isNegative() ? -this.negated().plus(half).floor() : this.plus(half).floor();
  }
  /** For people, and for comparison with decimals of an answer. */
  toString() {
    const text = this.roundTo(12);
    const whole = ((text.n < 0n ? -text.n : text.n) * 10n ** 12n) / text.d;
    const digits = whole.toString().padStart(13, '0');
    const decimals = digits.slice(-12).replace(/0+$/, '');
    return `${text.n < 0n ? '-' : ''}${digits.slice(0, -12)}${decimals ? `.${decimals}` : ''}`;
  }
}

function scaled(value, places, whole) {
  const factor = 10n ** BigInt(Math.abs(places));
  return places >= 0
    ? new Rational(whole(value.times(factor)), factor)
    : new Rational(whole(value.over(factor)) * factor);
}

/** A fraction from a whole number, a BigInt or a decimal text. */
export function rational(value) {
  if (value instanceof Rational) return value;
  if (typeof value === 'bigint') return new Rational(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(String(value));
  if (!match) throw new Error(`Not a decimal: ${value}`);
  const [, sign, whole, decimals = '', exponent = '0'] = match;
  const size = BigInt(whole + decimals) * (sign ? -1n : 1n);
  const power = Number(exponent) - decimals.length;
  return power >= 0 ? new Rational(size * 10n ** BigInt(power)) : new Rational(size, 10n ** BigInt(-power));
}

export const zero = rational(0);
export const sum = (values) => values.reduce((total, value) => total.plus(value), zero);
export const smaller = (a, b) => (rational(a).lessThan(b) ? rational(a) : rational(b));
export const greater = (a, b) => (rational(a).greaterThan(b) ? rational(a) : rational(b));
