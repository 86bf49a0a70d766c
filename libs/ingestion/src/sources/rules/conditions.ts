import type { SourceCondition, SourceOperator } from '@tollgate/contracts';
import { attributeOf, textOf } from './attributes.js';
import { numberOf } from './quantities.js';
import type { SourceInput } from './source-input.js';

type Comparison = (found: unknown, value: string) => boolean;

const compared =
  (fits: (order: number) => boolean): Comparison =>
  (found, value) => {
    const [one, other] = [numberOf(found), numberOf(value)];
    return one !== null && other !== null && fits(one.cmp(other));
  };

const comparisons: Record<SourceOperator, Comparison> = {
  exists: (found) => found !== undefined,
  absent: (found) => found === undefined,
  equals: (found, value) => found !== undefined && textOf(found) === value,
  not_equals: (found, value) => found === undefined || textOf(found) !== value,
  starts_with: (found, value) => textOf(found)?.startsWith(value) === true,
  greater_than: compared((order) => order > 0),
  less_than: compared((order) => order < 0),
};

/** The first condition that an input does not meet; undefined if it meets all. */
export const unmetBy = (input: SourceInput, conditions: readonly SourceCondition[]): SourceCondition | undefined =>
  conditions.find(({ path, operator, value }) => !comparisons[operator](attributeOf(input, path), value ?? ''));
