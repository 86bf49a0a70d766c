import { Decimal, ZERO, sumOf } from '../../decimal.js';
import { decimalOf, perUnit } from '../quotient.js';
import { touchedRanges, type PriceRange } from '../ranges.js';
import { graduatedRanges, type GraduatedProperties } from './ranges.js';
import type { ModelResult, Movement, Usage } from '../types.js';
import type { RangeShares } from '../usage-needs.js';

// The units of a range between two running totals; the sign follows the direction.
function unitsInRange(ranges: readonly PriceRange[], index: number, from: Decimal, to: Decimal): Decimal {
  const lower = index === 0 ? null : (ranges[index - 1]?.to_value ?? null);
  const upper = ranges[index]?.to_value ?? null;
  const within = (total: Decimal): Decimal => {
    const raised = lower === null ? total : Decimal.max(total, lower);
    return upper === null ? raised : Decimal.min(raised, upper);
  };
  return within(to).minus(within(from));
}

function movementAmount(ranges: readonly PriceRange[], { units, proratedUnits }: Movement, before: Decimal): Decimal {
  const after = before.plus(units);
  const crossed = ranges.map((range, i) =>
    unitsInRange(ranges, i, before, after).times(decimalOf(range.per_unit_amount)),
  );
  return sumOf(crossed).times(proratedUnits).div(units);
}

// Additions that ended before the period cost nothing; their removals must not reduce the total below 0.
function leavesNoTrace({ units, proratedUnits }: Movement, total: Decimal): boolean {
  return units.isZero() || (proratedUnits.isZero() && (units.gt(0) || total.plus(units).lt(0)));
}

function flatAmounts(ranges: readonly PriceRange[], highest: Decimal): Decimal {
  return sumOf(touchedRanges(ranges, highest).map((range) => decimalOf(range.flat_amount)));
}

/**
 * Adds up the later changes of a prorated quantity by the ranges that they cross, so that their price follows from a few
 * sums (metering, section 5.9).
 */
export function graduatedShares(
  properties: GraduatedProperties,
  earlier: readonly Movement[],
  later: readonly Movement[],
): RangeShares {
  const ranges = graduatedRanges(properties);
  let shares = ranges.map(() => ZERO);
  let [total, highest] = [ZERO, ZERO];
  for (const [position, movement] of [...earlier, ...later].entries()) {
    if (leavesNoTrace(movement, total)) continue;
    const [before, { units, proratedUnits }] = [total, movement];
    total = total.plus(units);
    highest = Decimal.max(highest, total);
    if (position < earlier.length) continue;
    const after = total;
    shares = shares.map((share, i) =>
      share.plus(unitsInRange(ranges, i, before, after).times(proratedUnits).div(units)),
    );
  }
  return { shares, total, highest };
}

/**
 * Graduated price of prorated units: every change is priced in the ranges that it crosses, for its share of the period.
 * The flat amounts of all ranges ever reached are due in full (metering, section 5.9).
 */
export function proratedGraduated(properties: GraduatedProperties, usage: Usage): ModelResult {
  const ranges = graduatedRanges(properties);
  const movements = usage.movements ?? [];
  const fullUnits = sumOf(movements.map(({ units }) => units));
  const result = (amount: Decimal): ModelResult => ({
    amount,
    unitAmount: perUnit(amount, fullUnits),
    amountDetails: {},
  });
  if (usage.units.isZero()) return result(flatAmounts(ranges, ZERO));
  let total = ZERO;
  let highest = ZERO;
  let amount = ZERO;
  for (const movement of movements) {
    if (leavesNoTrace(movement, total)) continue;
    amount = amount.plus(movementAmount(ranges, movement, total));
    total = total.plus(movement.units);
    highest = Decimal.max(highest, total);
  }
  if (total.lt(0)) return result(ZERO);
  return result(Decimal.max(amount, ZERO).plus(flatAmounts(ranges, highest)));
}
