import { boundsFit, type RangeBounds } from './ranges.js';

/** Properties as a request has them. */
export type Submitted = Readonly<Record<string, unknown>>;

/** Collects codes by property, in the order of the checks; answers report them as one list. */
export class Codes {
  private readonly byProperty = new Map<string, string[]>();

  add(property: string, code: string): void {
    this.byProperty.set(property, [...(this.byProperty.get(property) ?? []), code]);
  }

  require(met: boolean, property: string, code: string): void {
    if (!met) this.add(property, code);
  }

  all(): string[] {
    return [...this.byProperty.values()].flat();
  }
}

const amountPattern = /^(\d+\.?\d*|\.\d+)$/;

export const isAmount = (value: unknown): value is string => typeof value === 'string' && amountPattern.test(value);
export const isWholeNumber = (value: unknown, minimum: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= minimum;
export const isPresent = (value: unknown): boolean => value !== null && value !== undefined;

/** The ranges of a property; a value that is not a list of objects has no ranges. */
const rangesOf = (property: unknown): Submitted[] =>
  Array.isArray(property)
    ? property.map((range) => (range !== null && typeof range === 'object' ? (range as Submitted) : {}))
    : [];

/** Checks the bounds of ranges, and the price of each (catalog, section 4.2). */
export function checkRanges(
  properties: Submitted,
  property: string,
  bounds: RangeBounds,
  codes: Codes,
  checkPrice: (range: Submitted, codes: Codes) => void,
): void {
  const ranges = rangesOf(properties[property]);
  if (ranges.length === 0) return codes.add(property, `missing_${property}`);
  for (const range of ranges) checkPrice(range, codes);
  codes.require(boundsFit(ranges, bounds), property, `invalid_${property}`);
}

/** Checks the prices of a range of units. */
export function checkUnitPrice(range: Submitted, codes: Codes): void {
  codes.require(isAmount(range['per_unit_amount']), 'per_unit_amount', 'invalid_amount');
  codes.require(isAmount(range['flat_amount']), 'flat_amount', 'invalid_amount');
}
