// Exact fractions of whole numbers, for independently computed figures. It shares nothing with libs/rating.

/** A whole number, or a decimal as text such as `-12.034`. */
export type Exact = Rational | bigint | number | string;

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
const gcd = (a: bigint, b: bigint): bigint => {
  while (b !== 0n) [a, b] = [b, a % b];
  return abs(a);
};

export class Rational {
  private readonly numerator: bigint;
  private readonly denominator: bigint;

  constructor(numerator: bigint, denominator = 1n) {
    const shared = gcd(numerator, denominator) * (denominator < 0n ? -1n : 1n);
    this.numerator = numerator / shared;
    this.denominator = denominator / shared;
  }

  static zero = new Rational(0n);

  /** @throws Error if a text is no decimal */
  static of(value: Exact): Rational {
    if (value instanceof Rational) return value;
    if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value)))
      return new Rational(BigInt(value));
    const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
    if (whole === undefined) throw new Error(`${JSON.stringify(value)} is no decimal`);
    return new Rational(BigInt(`${sign}${whole}${fraction}`), 10n ** BigInt(fraction.length));
  }

  static sum(values: Rational[]): Rational {
    return values.reduce((total, value) => total.plus(value), Rational.zero);
  }

  plus(other: Exact): Rational {
    const { numerator, denominator } = Rational.of(other);
    return new Rational(this.numerator * denominator + numerator * this.denominator, this.denominator * denominator);
  }

  minus(other: Exact): Rational {
    return this.plus(Rational.of(other).times(-1));
  }

  times(other: Exact): Rational {
    const { numerator, denominator } = Rational.of(other);
    return new Rational(this.numerator * numerator, this.denominator * denominator);
  }

  dividedBy(other: Exact): Rational {
    const { numerator, denominator } = Rational.of(other);
    return new Rational(this.numerator * denominator, this.denominator * numerator);
  }

  isAbove(other: Exact): boolean {
    return this.minus(other).numerator > 0n;
  }

  equals(other: Exact): boolean {
    return this.minus(other).numerator === 0n;
  }

  /** The least whole number not below this one. */
  ceiling(): bigint {
    const { numerator, denominator } = this;
    return numerator > 0n ? (numerator + denominator - 1n) / denominator : numerator / denominator;
  }

  /** The nearest whole number, halves away from zero. */
  rounded(): bigint {
    const { numerator, denominator } = this;
    const value = (2n * abs(numerator) + denominator) / (2n * denominator);
    return numerator < 0n ? -value : value;
  }

  /** For people: a decimal of at most 20 places. */
  toString(): string {
    const scaled = this.times(10n ** 20n).rounded();
    const text = abs(scaled).toString().padStart(21, '0');
    const fraction = text.slice(-20).replace(/0+$/, '');
    return `${scaled < 0n ? '-' : ''}${text.slice(0, -20)}${fraction && `.${fraction}`}`;
  }
}
