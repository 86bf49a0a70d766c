import { Decimal } from '../../decimal.js';
import { argumentOf, isUsed, isZero, rangeName, type PricedUsage, type StoredMovements } from '../explained-usage.js';
import { touchedRanges, type PriceRange } from '../ranges.js';
import { graduatedRanges, type GraduatedProperties } from './ranges.js';

const rule = 'metering, section 5.9';
/** Decimals to which the share of a unique value is rounded up. */
const sharePlaces = 5;
const zero = new Decimal(0);

/** The quantity after some changes, and the highest so far. */
interface Walk {
  total: Decimal;
  highest: Decimal;
}

/**
 * The graduated price of a prorated quantity. Each change is priced in the ranges that it crosses, for its days of the
 * period. The flat amounts of all ranges ever reached are due in full (metering, section 5.9).
 */
export function movementSteps(priced: PricedUsage<GraduatedProperties>, movements: StoredMovements): string {
  const { steps, prefix } = priced;
  const ranges = graduatedRanges(priced.properties);
  const amount = (args: string[]) =>
    steps.add({ id: `${prefix}amount`, kind: 'movements_price', rule, op: 'sum', args });
  if (!isUsed(priced)) return amount(flatSteps(ranges, zero));
  const walk: Walk = { total: zero, highest: zero };
  const parts = movements.changes.flatMap((change, position) => changeSteps(priced, movements, walk, change, position));
  const { further } = movements;
  if (further) {
    parts.push(...furtherSteps(priced, ranges, further.shares));
    walk.total = new Decimal(further.total);
    walk.highest = new Decimal(further.highest);
  }
  if (walk.total.lt(0)) return amount([]);
  const sum = steps.add({ id: `${prefix}changes`, kind: 'changes_price', rule, op: 'sum', args: parts });
  const notBelow = steps.add({
    id: `${prefix}changes_at_least_0`,
    kind: 'not_below_zero',
    rule,
    op: 'max',
    args: [sum, '0'],
  });
  return amount([notBelow, ...flatSteps(ranges, walk.highest)]);
}

/** The price of one change in each range that it crosses. */
function changeSteps(
  priced: PricedUsage<GraduatedProperties>,
  { period_days: periodDays, shares_rounded: isRounded }: StoredMovements,
  walk: Walk,
  [text, days]: [units: string, days: number],
  position: number,
): string[] {
  const { steps, prefix } = priced;
  const units = new Decimal(text);
  if (leavesNoTrace(units, days, walk.total)) return [];
  const [before, after] = [walk.total, walk.total.plus(units)];
  walk.total = after;
  walk.highest = Decimal.max(walk.highest, after);
  if (days === 0) return [];
  const id = `${prefix}change_${position + 1}`;
  const kind = 'share_of_period';
  const args = [String(days), String(periodDays)];
  const share = isRounded
    ? steps.add({ id: `${id}_share`, kind, rule: 'metering, section 4.4', op: 'ceil', args, places: sharePlaces })
    : steps.add({ id: `${id}_share`, kind, rule: 'metering, section 4.4', op: 'div', args });
  const ranges = graduatedRanges(priced.properties);
  return ranges.flatMap((range, index) => {
    const [to, from] = [within(ranges, index, after), within(ranges, index, before)];
    const price = argumentOf(range.per_unit_amount);
    if (to.eq(from)) return [];
    const of = rangeName(range);
    const name = `${id}_range_${index + 1}`;
    const crossed = steps.add({
      id: `${name}_units`,
      kind: 'range_units',
      rule,
      of,
      op: 'sub',
      args: [to.toFixed(), from.toFixed()],
    });
    return [steps.add({ id: name, kind: 'change_price', rule, of, op: 'mul', args: [crossed, share, price] })];
  });
}

/** Additions that ended before the period cost nothing; their removals must not reduce the total below 0. */
const leavesNoTrace = (units: Decimal, days: number, total: Decimal): boolean =>
  units.isZero() || (days === 0 && (units.gt(0) || total.plus(units).lt(0)));

/** A running total within the bounds of a range. */
function within(ranges: readonly PriceRange[], index: number, total: Decimal): Decimal {
  const lower = index === 0 ? null : (ranges[index - 1]?.to_value ?? null);
  const upper = ranges[index]?.to_value ?? null;
  const raised = lower === null ? total : Decimal.max(total, lower);
  return upper === null ? raised : Decimal.min(raised, upper);
}

function furtherSteps(
  { steps, prefix }: PricedUsage<GraduatedProperties>,
  ranges: readonly PriceRange[],
  shares: string[],
): string[] {
  return ranges.flatMap((range, index) => {
    const share = shares[index] ?? '0';
    if (isZero(share)) return [];
    const args = [share, argumentOf(range.per_unit_amount)];
    const of = rangeName(range);
    return [
      steps.add({ id: `${prefix}further_range_${index + 1}`, kind: 'further_changes', rule, of, op: 'mul', args }),
    ];
  });
}

/** The flat amounts of all ranges up to the highest quantity. */
function flatSteps(ranges: readonly PriceRange[], highest: Decimal): string[] {
  return touchedRanges(ranges, highest)
    .map((range) => argumentOf(range.flat_amount))
    .filter((flat) => !isZero(flat));
}
