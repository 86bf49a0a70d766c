import { Decimal } from '@tollgate/rating';
import { textOf } from './attributes.js';

const number = /^[+-]?\d{1,30}(\.\d{1,30})?(e[+-]?\d{1,2})?$/i;

/** An attribute as an exact number; null for anything else. */
export function numberOf(value: unknown): Decimal | null {
  const text = typeof value === 'boolean' ? null : textOf(value);
  return text !== null && number.test(text) ? new Decimal(text) : null;
}

/** More digits than a quantity of an event may have. */
const exact = Decimal.clone({ precision: 200, toExpNeg: -1_000, toExpPos: 1_000 });

/**
 * A quantity in the units of the metric: (value − subtracted values) × factor, without rounding.
 * @param factor exact decimal; null: 1
 * @returns its decimal text
 */
export function quantityOf(value: Decimal, subtracted: readonly Decimal[], factor: string | null): Decimal {
  const left = subtracted.reduce<Decimal>((rest, one) => rest.minus(one), new exact(value));
  return factor === null ? left : left.times(factor);
}
