import { Decimal } from '@tollgate/rating';

/** Whether two values from the database are equal, keys in any order; "10" differs from "10.0". */
export function sameJson(one: unknown, other: unknown, same: (a: unknown, b: unknown) => boolean = Object.is): boolean {
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return same(one, other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [Object.entries(one), other as Record<string, unknown>];
  return (
    left.length === Object.keys(right).length &&
    left.every(([key, value]) => key in right && sameJson(value, right[key], same))
  );
}

const decimal = /^-?\d+(\.\d+)?$/;
const isDecimal = (value: unknown): value is string => typeof value === 'string' && decimal.test(value);
const sameNumber = (one: unknown, other: unknown) =>
  Object.is(one, other) || (isDecimal(one) && isDecimal(other) && new Decimal(one).equals(other));

/** Compares like `sameJson`, but numeric texts as numbers: "10" equals "10.0". */
export const samePrices = (one: unknown, other: unknown): boolean => sameJson(one, other, sameNumber);
